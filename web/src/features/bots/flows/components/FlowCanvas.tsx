import './canvas.css';
import {
  applyNodeChanges,
  Background,
  Controls,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
} from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Flow } from '#contract/bots/flow';
import type { StepProblem } from '#core/bots/flow/check';
import { useTexts } from '#i18n/index';
import { type CanvasNode, canvasWords, toEdges, toNodes } from '../canvas-elements';
import { moveSteps, replaceStep } from '../edit';
import { useCanvasEdits } from '../use-canvas-edits';
import { useCanvasView } from '../use-canvas-view';
import styles from './flows.module.css';
import { StartMark, StepCard } from './StepCard';
import { WayToItself } from './WayToItself';

/** Takes the focus of a step that is deleted. */
export const CANVAS_ID = 'flow-canvas';

const NODE_TYPES = { step: StepCard, start: StartMark };
const EDGE_TYPES = { loop: WayToItself };

/** The steps and their ways, to be moved, joined and taken away, by hand or by keyboard. */
export function FlowCanvas({
  flow,
  problems,
  selected,
  fresh,
  readOnly,
  onSelect,
  onChange,
}: {
  readonly flow: Flow;
  readonly problems: readonly StepProblem[];
  readonly selected: string | null;
  /** A step that was just added: its text is written in its card. */
  readonly fresh: string | null;
  readonly readOnly: boolean;
  readonly onSelect: (id: string | null) => void;
  readonly onChange: (flow: Flow, about?: string) => void;
}) {
  const { t } = useTexts();
  const { frame, showStart } = useCanvasView(flow, selected);
  const edits = useCanvasEdits(flow, frame, onSelect, onChange);
  const write = useRef<(id: string, text: string) => void>(() => {});
  write.current = (id, text) => {
    const step = flow.steps.find((one) => one.id === id);
    if (step && step.type !== 'condition') onChange(replaceStep(flow, { ...step, text }), `${id} text`);
  };
  const wanted = useMemo(
    () =>
      toNodes(flow, problems, selected, t).map((node) =>
        node.type === 'step' && node.id === fresh && !readOnly
          ? { ...node, data: { ...node.data, onText: (text: string) => write.current(node.id, text) } }
          : node,
      ),
    [flow, problems, selected, fresh, readOnly, t],
  );
  // Between the start and the end of a drag a step stands where the pointer is, not where the flow has it.
  const [nodes, setNodes] = useState<CanvasNode[]>(wanted);
  useEffect(() => {
    setNodes((shown) =>
      wanted.map((node) => ({ ...shown.find(({ id }) => id === node.id), ...node }) as CanvasNode),
    );
  }, [wanted]);
  const [chosenWay, setChosenWay] = useState<string | null>(null);
  const edges = useMemo(() => toEdges(flow, chosenWay, t), [flow, chosenWay, t]);

  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    setNodes((shown) => applyNodeChanges(changes, shown));
    const places = new Map(
      changes.flatMap((one) =>
        one.type === 'position' && one.dragging === false && one.position
          ? [[one.id, { x: Math.round(one.position.x), y: Math.round(one.position.y) }] as const]
          : [],
      ),
    );
    if (places.size > 0) onChange(moveSteps(flow, places));
    for (const one of changes) if (one.type === 'select' && one.selected) onSelect(one.id);
  };
  const onEdgesChange = (changes: EdgeChange[]) => {
    for (const one of changes) if (one.type === 'select') setChosenWay(one.selected ? one.id : null);
  };

  return (
    <section
      ref={frame}
      id={CANVAS_ID}
      className={styles.canvas}
      aria-label={t('templates:flow.canvas')}
      tabIndex={-1}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onInit={showStart}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        {...edits}
        onPaneClick={() => onSelect(null)}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        edgesReconnectable={false}
        deleteKeyCode={readOnly ? null : ['Delete', 'Backspace']}
        minZoom={0.2}
        // The page scrolls past it, as past anything else.
        preventScrolling={false}
        zoomOnScroll={false}
        ariaLabelConfig={canvasWords(t)}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} fitViewOptions={FIT} />
      </ReactFlow>
    </section>
  );
}

const FIT = { padding: 0.1, maxZoom: 1 };
