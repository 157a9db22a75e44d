import { type AriaLabelConfig, type Edge, MarkerType } from '@xyflow/react';
import type { Flow } from '#contract/bots/flow';
import { fieldsOf, type StepProblem } from '#core/bots/flow/check';
import type { Translate } from '#i18n/index';
import { START, type StartNode, type StepNode } from './components/StepCard';
import { titleOf } from './edit';
import { problemText } from './problem-text';
import { stepName } from './step-name';

/** What stands on the canvas. */
export type CanvasNode = StepNode | StartNode;

/** The steps as cards, and where the conversation begins above the first. */
export function toNodes(
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

/** What the library says of them to a screen reader. */
export function canvasWords(t: Translate): Partial<AriaLabelConfig> {
  return {
    'node.a11yDescription.default': t('templates:flow.aria.node'),
    'node.a11yDescription.keyboardDisabled': t('templates:flow.aria.node'),
    'node.a11yDescription.ariaLiveMessage': ({ x, y }) => t('templates:flow.aria.moved', { x, y }),
    'edge.a11yDescription.default': t('templates:flow.aria.edge'),
    'controls.ariaLabel': t('templates:flow.aria.controls'),
    'controls.zoomIn.ariaLabel': t('templates:flow.aria.zoomIn'),
    'controls.zoomOut.ariaLabel': t('templates:flow.aria.zoomOut'),
    'controls.fitView.ariaLabel': t('templates:flow.aria.fit'),
    'handle.ariaLabel': t('templates:flow.aria.handle'),
  };
}

function labelOf(flow: Flow, key: string): string {
  return fieldsOf(flow).find((field) => field.key === key)?.label || key;
}

/** By which a way is chosen. */
export function wayId(from: string, branch: string): string {
  return `${from} ${branch}`;
}

/** The ways from step to step. */
export function toEdges(flow: Flow, chosen: string | null, t: Translate): Edge[] {
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
