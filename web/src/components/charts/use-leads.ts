import { useNavigate } from 'react-router-dom';
import styles from './charts.module.css';

/** What a part of a chart has that leads to somewhere. By keyboard it is reached by the links of the chart's table. */
export function useLeads(hrefOf: ((place: number) => string | undefined) | undefined) {
  const navigate = useNavigate();
  return (place: number): { className?: string | undefined; onClick?: () => void } => {
    const href = hrefOf?.(place);
    return href === undefined ? {} : { className: styles.leads, onClick: () => void navigate(href) };
  };
}
