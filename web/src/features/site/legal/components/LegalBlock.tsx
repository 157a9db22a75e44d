import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { Block } from '../documents';
import { inlinePieces } from '../inline';
import styles from './legal.module.css';

export function LegalBlock({ block }: { readonly block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <Inline text={block} />
      </p>
    );
  if ('when' in block)
    return (
      <p>
        <Inline text={block.text} />
      </p>
    );
  if ('lines' in block)
    return (
      <address className={styles.address}>
        {block.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    );
  if ('list' in block)
    return (
      <ul className={`stack small ${styles.points}`}>
        {block.list.map((text) => (
          <li key={text}>
            <Inline text={text} />
          </li>
        ))}
      </ul>
    );
  return (
    <dl className={`ruled-above ${styles.facts}`}>
      {block.facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="soft">
            <Inline text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Inline({ text }: { readonly text: string }) {
  return inlinePieces(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order
    <Fragment key={index}>
      {typeof piece === 'string' ? (
        piece
      ) : piece.href.startsWith('/') ? (
        <Link to={piece.href}>{piece.label}</Link>
      ) : (
        <a href={piece.href}>{piece.label}</a>
      )}
    </Fragment>
  ));
}
