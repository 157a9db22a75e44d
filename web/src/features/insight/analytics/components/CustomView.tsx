import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Undo2, X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import {
  type AnalyticsLayout,
  type LayoutWidget,
  MOST_WIDGETS,
  WIDGET_SIZES,
} from '#contract/insight/analytics-layout';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { useBoard } from '../hooks/useBoard';
import { layoutQuery, reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { Loaded } from './Loaded';
import { WIDGETS, Widget, widgetName } from './Widget';

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
  const { t, language } = useTexts();
  const report = useQuery(reportQuery(scope));
  const { widgets, change, undo, error, retry } = useBoard(stored);
  const [dragged, setDragged] = useState<number | null>(null);
  const pressed = useRef<HTMLElement | null>(null);
  // What changes its place in the document loses the focus with it.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });
  const full = useId();
  const isFull = widgets.length >= MOST_WIDGETS;
  const move = (from: number, to: number) => {
    const next = [...widgets];
    const [moved] = next.splice(from, 1);
    if (moved && to >= 0 && to < widgets.length) change([...next.slice(0, to), moved, ...next.slice(to)]);
  };
  const add = (name: string) => {
    const chosen = WIDGETS.find(({ kind, shows }) => `${kind}/${shows}` === name);
    if (chosen) change([...widgets, { ...chosen, id: crypto.randomUUID() }]);
  };
  return (
    <>
      <div className={styles.row}>
        <label className={`muted stack tight shrinks ${styles.field}`}>
          {t('analytics:custom.add')}
          <select
            value=""
            disabled={isFull}
            aria-describedby={isFull ? full : undefined}
            onChange={({ target }) => add(target.value)}
          >
            <option value="">{t('analytics:custom.choose')}</option>
            {WIDGETS.map((widget) => (
              <option key={`${widget.kind}/${widget.shows}`} value={`${widget.kind}/${widget.shows}`}>
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
        {undo && (
          <Button size="small" onClick={undo}>
            <Undo2 size={15} aria-hidden="true" />
            {t('analytics:custom.undo')}
          </Button>
        )}
      </div>
      {error &&
        (errorCode(error) === 'analytics.layout_conflict' ? (
          <p role="alert" className={styles.warning}>
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
            <div
              className={`unprinted ${styles.tools}`}
              role="toolbar"
              aria-label={widgetName(t, language, widget)}
            >
              <button
                type="button"
                aria-label={t('analytics:custom.earlier')}
                aria-disabled={place === 0}
                onClick={({ currentTarget }) => {
                  pressed.current = currentTarget;
                  move(place, place - 1);
                }}
              >
                <ArrowLeft size={15} aria-hidden="true" />
              </button>
              <button
                type="button"
                aria-label={t('analytics:custom.later')}
                aria-disabled={place === widgets.length - 1}
                onClick={({ currentTarget }) => {
                  pressed.current = currentTarget;
                  move(place, place + 1);
                }}
              >
                <ArrowRight size={15} aria-hidden="true" />
              </button>
              <select
                aria-label={t('analytics:custom.size')}
                value={widget.size}
                onChange={({ target }) =>
                  change(
                    widgets.map((each) =>
                      each === widget ? { ...each, size: target.value as LayoutWidget['size'] } : each,
                    ),
                  )
                }
              >
                <Options of={WIDGET_SIZES}>{(size) => t(`analytics:sizes.${size}`)}</Options>
              </select>
              <button
                type="button"
                aria-label={t('analytics:custom.remove')}
                onClick={() => change(widgets.filter((each) => each !== widget))}
              >
                <X size={15} aria-hidden="true" />
              </button>
            </div>
            <Loaded query={report} failed="analytics:failed.chart">
              {(data) => <Widget widget={widget} report={data} />}
            </Loaded>
          </li>
        ))}
      </ol>
    </>
  );
}
