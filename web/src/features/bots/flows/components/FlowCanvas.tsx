import './canvas.css';
import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  type EdgeChange,
  MarkerType,
  type NodeChange,
  type OnBeforeDelete,
  type OnConnectEnd,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Branch, Flow } from '#contract/bots/flow';
import { fieldsOf, type StepProblem } from '#core/bots/flow/check';
import { type Translate, useTexts } from '#i18n/index';
import { connect, joinedBy, moveSteps, removeSteps, replaceStep, titleOf } from '../edit';
import { problemText } from '../problem-text';
import { stepName } from '../step-name';
import styles from './flows.module.css';
import { START, StartMark, type StartNode, StepCard, type StepNode } from './StepCard';
import { WayToItself } from './WayToItself';

type CanvasNode = StepNode | StartNode;

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

  const view = useRef<ReactFlowInstance<CanvasNode> | null>(null);
  const frame = useRef<HTMLElement>(null);
  const chosen = flow.steps.find(({ id }) => id === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that is chosen elsewhere is in view; while it is moved it stays where it is
  useEffect(() => {
    const area = frame.current?.getBoundingClientRect();
    if (!chosen || !area || !view.current) return;
    const { x, y } = view.current.flowToScreenPosition(chosen.place);
    const { zoom } = view.current.getViewport();
    const isIn =
      x > area.left &&
      x + CARD.width * zoom < area.right &&
      y > area.top &&
      y + CARD.height * zoom < area.bottom;
    if (!isIn)
      void view.current.setCenter(chosen.place.x + CARD.width / 2, chosen.place.y + CARD.height / 2, {
        zoom,
      });
  }, [selected]);

  // What was in the middle stays there when the panel beside it folds or the canvas takes the window.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      const gained = element.clientWidth - width;
      width = element.clientWidth;
      if (gained === 0 || !view.current) return;
      const { x, y, zoom } = view.current.getViewport();
      void view.current.setViewport({ x: x + gained / 2, y, zoom });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  /** Where the conversation begins stands at the top, large enough to be read; the whole is a button away. */
  const showStart = (instance: ReactFlowInstance<CanvasNode>) => {
    view.current = instance;
    const first = flow.steps.find(({ id }) => id === flow.start) ?? flow.steps[0];
    const width = frame.current?.clientWidth ?? 0;
    if (!first) return;
    const zoom = width < 500 ? 0.75 : 0.9;
    void instance.setViewport({
      x: width / 2 - (first.place.x + CARD.width / 2) * zoom,
      y: 16 - (first.place.y - 90) * zoom,
      zoom,
    });
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
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onBeforeDelete={onBeforeDelete}
        onPaneClick={() => onSelect(null)}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        edgesReconnectable={false}
        deleteKeyCode={readOnly ? null : ['Delete', 'Backspace']}
        minZoom={0.2}
        // The page scrolls past it, as past anything else.
        preventScrolling={false}
        zoomOnScroll={false}
        ariaLabelConfig={{
          'node.a11yDescription.default': t('templates:flow.aria.node'),
          'node.a11yDescription.keyboardDisabled': t('templates:flow.aria.node'),
          'node.a11yDescription.ariaLiveMessage': ({ x, y }) => t('templates:flow.aria.moved', { x, y }),
          'edge.a11yDescription.default': t('templates:flow.aria.edge'),
          'controls.ariaLabel': t('templates:flow.aria.controls'),
          'controls.zoomIn.ariaLabel': t('templates:flow.aria.zoomIn'),
          'controls.zoomOut.ariaLabel': t('templates:flow.aria.zoomOut'),
          'controls.fitView.ariaLabel': t('templates:flow.aria.fit'),
          'handle.ariaLabel': t('templates:flow.aria.handle'),
        }}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} fitViewOptions={FIT} />
      </ReactFlow>
    </section>
  );
}

const FIT = { padding: 0.1, maxZoom: 1 };
const NOWHERE = { clientX: -1, clientY: -1 };
/** A card, about. */
const CARD = { width: 232, height: 90 };

function toNodes(
  flow: Flow,
  problems: readonly StepProblem[],
  selected: string | null,
  t: Translate,
): CanvasNode[] {
  const first = flow.steps.find(({ id }) => id === flow.start);
  const above = first ?? flow.steps[0];
  const steps = flow.steps.map((step): StepNode => {
    const own = problems.filter(({ stepId }) => stepId === step.id).map(({ problem }) => problem);
    const kind = t(`templates:flow.stepType.${step.type}`);
    const wrong = own.map((problem) => problemText(step, problem, t));
    return {
      id: step.id,
      type: 'step',
      position: step.place,
      data: { step, problems: own, about: step.type === 'condition' ? labelOf(flow, step.field) : '' },
      selected: step.id === selected,
      ariaLabel: [kind, titleOf(step) ?? t('templates:flow.empty'), ...wrong].join('. '),
    };
  });
  if (!above) return steps;
  const start: StartNode = {
    id: START,
    type: 'start',
    position: { x: above.place.x, y: above.place.y - 90 },
    data: {},
    draggable: false,
    selectable: false,
    deletable: false,
    focusable: false,
  };
  return [start, ...steps];
}

function labelOf(flow: Flow, key: string): string {
  return fieldsOf(flow).find((field) => field.key === key)?.label || key;
}

function wayId(from: string, branch: string): string {
  return `${from} ${branch}`;
}

function toEdges(flow: Flow, chosen: string | null, t: Translate): Edge[] {
  const marker = { type: MarkerType.ArrowClosed, width: 18, height: 18 };
  const ways = flow.edges.map(
    ({ from, to, branch }): Edge => ({
      id: wayId(from, branch),
      // In words, where the library would say ids.
      ariaLabel: [
        t('templates:flow.aria.way', { from: stepName(flow, from, t), to: stepName(flow, to, t) }),
        ...(branch === 'next' ? [] : [t(`templates:flow.way.${branch}`)]),
      ].join(': '),
      source: from,
      sourceHandle: branch,
      target: to,
      type: from === to ? 'loop' : 'smoothstep',
      markerEnd: marker,
      selected: wayId(from, branch) === chosen,
      ...(branch !== 'next' && { label: t(`templates:flow.way.${branch}`) }),
    }),
  );
  if (flow.start === null) return ways;
  const first: Edge = {
    id: START,
    source: START,
    target: flow.start,
    type: 'smoothstep',
    markerEnd: marker,
    ariaLabel: t('templates:flow.aria.way', {
      from: t('templates:flow.start'),
      to: stepName(flow, flow.start, t),
    }),
    deletable: false,
    focusable: false,
    selectable: false,
  };
  return [first, ...ways];
}
