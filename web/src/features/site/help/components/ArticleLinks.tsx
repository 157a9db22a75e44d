import { Link } from 'react-router-dom';
import type { Article } from '../article';
import styles from './help.module.css';

export function ArticleLinks({
  articles,
  current,
}: {
  readonly articles: readonly Article[];
  /** Id of the article that is being read. */
  readonly current?: string;
}) {
  return (
    <ul className={`stack bare ${styles.links}`}>
      {articles.map(({ id, title }) => (
        <li key={id}>
          <Link className="underlines" to={`/help/${id}`} aria-current={id === current ? 'page' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
