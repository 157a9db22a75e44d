import { BaseEdge, type EdgeProps } from '@xyflow/react';

/** Half of a card's width and a little more, so that the way is seen beside it. */
const OUT = 140;
const DOWN = 22;
const ROUND = 8;

/** A step's way to itself: around the card, behind which the library would draw it. */
export function WayToItself({ sourceX, sourceY, targetX, targetY, id, label, markerEnd }: EdgeProps) {
  const right = targetX + OUT;
  const [bottom, top] = [sourceY + DOWN, targetY - DOWN];
  const path = [
    `M${sourceX} ${sourceY}V${bottom - ROUND}q0 ${ROUND} ${ROUND} ${ROUND}`,
    `H${right - ROUND}q${ROUND} 0 ${ROUND} ${-ROUND}`,
    `V${top + ROUND}q0 ${-ROUND} ${-ROUND} ${-ROUND}`,
    `H${targetX + ROUND}q${-ROUND} 0 ${-ROUND} ${ROUND}V${targetY}`,
  ].join('');
  return (
    <BaseEdge
      id={id}
      path={path}
      label={label}
      labelX={right}
      labelY={(bottom + top) / 2}
      {...(markerEnd !== undefined && { markerEnd })}
    />
  );
}
