import { ChevronDown } from 'lucide-react';
import { type Article, chaptersOf } from '../article';
import styles from './help.module.css';
import { Markdown } from './Markdown';

/** The questions that are asked most, each with its answer folded below it. */
export function Faq({ article }: { readonly article: Article }) {
  return (
    <section className={`stack small ${styles.faq}`} aria-labelledby="help-faq">
      <h2 id="help-faq">{article.title}</h2>
      {chaptersOf(article).map(({ heading, tokens }) => (
        <details key={heading} className={`framed asks ${styles.question}`}>
          <summary>
            <h3 className="text-m">{heading}</h3>
            <ChevronDown size={18} className="pale" aria-hidden="true" />
          </summary>
          <Markdown tokens={tokens} />
        </details>
      ))}
    </section>
  );
}
