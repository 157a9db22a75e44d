import type { Connection, OnBeforeDelete, OnConnectEnd } from '@xyflow/react';
import type { RefObject } from 'react';
import type { Branch, Flow } from '#contract/bots/flow';
import { type CanvasNode, wayId } from './canvas-elements';
import { START } from './components/StepCard';
import { connect, joinedBy, removeSteps } from './edit';

const NOWHERE = { clientX: -1, clientY: -1 };

/** What joining and taking away on the canvas does to the flow. */
export function useCanvasEdits(
  flow: Flow,
  frame: RefObject<HTMLElement | null>,
  onSelect: (id: string | null) => void,
  onChange: (flow: Flow) => void,
) {
  /** Takes away what was chosen in one change, to be undone as one, and in place of the canvas, which has no flow. */
  const onBeforeDelete: OnBeforeDelete<CanvasNode> = async (gone) => {
    const ids = gone.nodes.map(({ id }) => id);
    if (ids.length > 0) onSelect(null);
    // What had the focus goes: the keyboard stays where it was.
    frame.current?.focus({ preventScroll: true });
    const ways = flow.edges.filter(({ from, branch }) =>
      gone.edges.some(({ id }) => ids.length === 0 && id === wayId(from, branch)),
    );
    onChange(ways.reduce((left, way) => connect(left, way.from, way.branch, null), removeSteps(flow, ids)));
    return false;
  };
  const join = (from: string, branch: string | null | undefined, to: string) => {
    const way = { from: from === START ? null : from, branch: (branch ?? null) as Branch | null, to };
    const joined = joinedBy(flow, way);
    if (joined !== flow) onChange(joined);
  };
  const onConnect = ({ source, sourceHandle, target }: Connection) => join(source, sourceHandle, target);
  /** Dropped on a card is meant for that step, also where its small mark is missed. */
  const onConnectEnd: OnConnectEnd = (event, { isValid, fromHandle }) => {
    if (isValid || fromHandle?.type !== 'source') return;
    const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] ?? NOWHERE) : event;
    const card = document.elementFromPoint(clientX, clientY)?.closest('.react-flow__node');
    const to = card?.getAttribute('data-id');
    if (to) join(fromHandle.nodeId, fromHandle.id, to);
  };
  return { onBeforeDelete, onConnect, onConnectEnd };
}
