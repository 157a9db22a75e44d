import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './two-step.module.css';

/** Light on all sides, in modules: scanners look for it. */
const QUIET = 4;

/** A text for a phone's camera. Dark on light in both themes: not every app reads the other way round. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: QUIET });
    const modules = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: code.size, path: modules.join('') };
  }, [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
