import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { type AnalyticsLayout, MOST_WIDGETS } from '#contract/insight/analytics-layout';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { useBoard } from '../hooks/useBoard';
import { layoutQuery, reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { Loaded } from './Loaded';
import { WIDGETS, Widget, widgetName } from './Widget';
import { WidgetTools } from './WidgetTools';

/** A person's own choice of figures, in an order of their own. */
export function CustomView({ scope }: { readonly scope: Scope }) {
  const layout = useQuery(layoutQuery);
  return (
    <Loaded query={layout} failed="analytics:failed.data">
      {(stored) => <Board stored={stored} scope={scope} />}
    </Loaded>
  );
}

function Board({ stored, scope }: { readonly stored: AnalyticsLayout; readonly scope: Scope }) {
  const { t } = useTexts();
  const report = useQuery(reportQuery(scope));
  const { widgets, change, undo, error, retry } = useBoard(stored);
  const [dragged, setDragged] = useState<number | null>(null);
  const pressed = useRef<HTMLElement | null>(null);
  // What changes its place in the document loses the focus with it.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });
  const move = (from: number, to: number) => {
    const next = [...widgets];
    const [moved] = next.splice(from, 1);
    if (moved && to >= 0 && to < widgets.length) change([...next.slice(0, to), moved, ...next.slice(to)]);
  };
  return (
    <>
      <div className="row bottom">
        <AddWidget
          isFull={widgets.length >= MOST_WIDGETS}
          onAdd={(chosen) => change([...widgets, { ...chosen, id: crypto.randomUUID() }])}
        />
        {undo && (
          <Button size="small" onClick={undo}>
            <Undo2 size={15} aria-hidden="true" />
            {t('analytics:custom.undo')}
          </Button>
        )}
      </div>
      {error &&
        (errorCode(error) === 'analytics.layout_conflict' ? (
          <p role="alert" className="warning strong">
            {t('analytics:custom.conflict')}
          </p>
        ) : (
          <ErrorNotice error={error} onRetry={retry} />
        ))}
      {widgets.length === 0 && <p className="faint">{t('analytics:custom.empty')}</p>}
      <ol className={`stack ${styles.board}`}>
        {widgets.map((widget, place) => (
          <li
            key={widget.id}
            className={styles.slot}
            data-size={widget.size}
            draggable
            onDragStart={() => setDragged(place)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== null && dragged !== place) move(dragged, place);
            }}
          >
            <WidgetTools
              widget={widget}
              isFirst={place === 0}
              isLast={place === widgets.length - 1}
              onMove={(by, button) => {
                pressed.current = button;
                move(place, place + by);
              }}
              onResize={(size) => change(widgets.map((each) => (each === widget ? { ...each, size } : each)))}
              onRemove={() => change(widgets.filter((each) => each !== widget))}
            />
            <Loaded query={report} failed="analytics:failed.chart">
              {(data) => <Widget widget={widget} report={data} />}
            </Loaded>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Adds one of the widgets there are, as long as there is room. */
function AddWidget({
  isFull,
  onAdd,
}: {
  readonly isFull: boolean;
  readonly onAdd: (widget: (typeof WIDGETS)[number]) => void;
}) {
  const { t, language } = useTexts();
  const full = useId();
  const keyOf = ({ kind, shows }: (typeof WIDGETS)[number]) => `${kind}/${shows}`;
  return (
    <>
      <label className={`muted stack tight shrinks ${styles.field}`}>
        {t('analytics:custom.add')}
        <select
          value=""
          disabled={isFull}
          aria-describedby={isFull ? full : undefined}
          onChange={({ target }) => {
            const chosen = WIDGETS.find((widget) => keyOf(widget) === target.value);
            if (chosen) onAdd(chosen);
          }}
        >
          <option value="">{t('analytics:custom.choose')}</option>
          {WIDGETS.map((widget) => (
            <option key={keyOf(widget)} value={keyOf(widget)}>
              {t(`analytics:kinds.${widget.kind}`)}: {widgetName(t, language, widget)}
            </option>
          ))}
        </select>
      </label>
      {isFull && (
        <p id={full} className="faint">
          {t('analytics:custom.full', { count: MOST_WIDGETS })}
        </p>
      )}
    </>
  );
}
