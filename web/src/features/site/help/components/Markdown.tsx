import type { Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { anchorOf, plainText } from '../article';
import styles from './markdown.module.css';
import { Picture } from './Picture';

/** An article's text as elements: nothing of it is ever read as HTML. */
export function Markdown({ tokens }: { readonly tokens: readonly Token[] }) {
  return <div className={`stack ${styles.text}`}>{all(tokens, block)}</div>;
}

/** Tokens never change their places, so that none needs a key. */
function all<T>(tokens: readonly T[], show: (token: T) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...tokens.map(show));
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      const Heading = depth <= 2 ? 'h2' : 'h3';
      return <Heading id={anchorOf(plainText([token]))}>{all(tokens, word)}</Heading>;
    }
    case 'paragraph': {
      const { tokens } = token as Tokens.Paragraph;
      // A picture that stands for itself is no paragraph.
      const isPicture = tokens.length === 1 && tokens[0]?.type === 'image';
      return isPicture ? all(tokens, word) : <p>{all(tokens, word)}</p>;
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return createElement(ordered ? 'ol' : 'ul', null, ...items.map(listItem));
    }
    case 'blockquote':
      return <div className={styles.note}>{all((token as Tokens.Blockquote).tokens, block)}</div>;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is scrolled with the keyboard too
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'table':
      return table(token as Tokens.Table);
    case 'space':
      return null;
    default:
      // What stands right in an item of a list.
      return word(token);
  }
}

function listItem({ tokens }: Tokens.ListItem): ReactNode {
  return <li>{all(tokens, block)}</li>;
}

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is scrolled with the keyboard too
    <div className={`scroll ${styles.table}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {all(header, ({ tokens }) =>
              createElement('th', { scope: 'col', className: 'soft' }, all(tokens, word)),
            )}
          </tr>
        </thead>
        <tbody>
          {all(rows, (cells) => (
            <tr>{all(cells, ({ tokens }) => createElement('td', null, all(tokens, word)))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function word(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{all((token as Tokens.Strong).tokens, word)}</strong>;
    case 'em':
      return <em>{all((token as Tokens.Em).tokens, word)}</em>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      return href.startsWith('/') ? (
        <Link to={href}>{all(tokens, word)}</Link>
      ) : (
        <a href={href} target="_blank" rel="noreferrer">
          {all(tokens, word)}
        </a>
      );
    }
    case 'image': {
      const { href, text } = token as Tokens.Image;
      return <Picture name={href} shows={text} />;
    }
    default: {
      const { tokens, text = '' } = token as Tokens.Text;
      return tokens ? all(tokens, word) : text;
    }
  }
}
