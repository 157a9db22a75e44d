import styles from './Facts.module.css';

/** What a fact is called, and what is known of it; null where nothing is, and the fact is left out. */
export type Fact = readonly [name: string, value: string | null];

/** Facts, one a line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={`stack tight ${styles.facts}`}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt className="soft">{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
