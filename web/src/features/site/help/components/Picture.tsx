import { useTexts } from '#i18n/index';
import { PICTURE_SIZE } from '../picture-size';
import styles from './markdown.module.css';

/** A picture of the product, in the reader's language. */
export function Picture({ name, shows }: { readonly name: string; readonly shows: string }) {
  const { language } = useTexts();
  return (
    <figure className={styles.picture}>
      <img src={`/help/${language}/${name}`} alt={shows} {...PICTURE_SIZE} loading="lazy" decoding="async" />
    </figure>
  );
}
