import { familyOf, signal } from './processes';

/** Of each span a process is let work: a tenth. */
const SPAN_MS = 100;
const WORK_MS = 10;

/** Lets a process and all that it has started work a tenth of the time, until the function that this gives is called. */
export function starve(pid: number): () => void {
  let stopped: readonly number[] = [];
  let isOver = false;
  let timer: NodeJS.Timeout;
  const stop = () => {
    stopped = familyOf(pid);
    for (const each of stopped) signal(each, 'SIGSTOP');
    timer = setTimeout(go, SPAN_MS - WORK_MS);
  };
  const go = () => {
    for (const each of stopped) signal(each, 'SIGCONT');
    if (!isOver) timer = setTimeout(stop, WORK_MS);
  };
  stop();
  return () => {
    isOver = true;
    clearTimeout(timer);
    go();
  };
}
