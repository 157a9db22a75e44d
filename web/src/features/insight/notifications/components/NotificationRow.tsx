import {
  AtSign,
  CalendarClock,
  CircleAlert,
  CircleSlash,
  CreditCard,
  FileWarning,
  Gauge,
  KeyRound,
  ListX,
  type LucideIcon,
  MailWarning,
  MessageCircleReply,
  MessagesSquare,
  PackageCheck,
  UserPlus,
  UserX,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Notification, NotificationKind } from '#contract/insight/notifications';
import { formatDateTime, formatWhen } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { sentenceOf } from '#lib/notifications';
import { useReadOne } from '../queries';
import styles from './notifications.module.css';

const ICONS: Readonly<Record<NotificationKind, LucideIcon>> = {
  invitation: UserPlus,
  member_suspended: UserX,
  conversation_waiting: MessagesSquare,
  mention: AtSign,
  limit: Gauge,
  document_failed: FileWarning,
  report_failed: MailWarning,
  export_ready: PackageCheck,
  golden_regression: ListX,
  payment: CreditCard,
  trial_ending: CalendarClock,
  grace_ending: CalendarClock,
  plan_ended: CircleSlash,
  feedback_answered: MessageCircleReply,
  sign_in: KeyRound,
};

export function NotificationRow({ notification }: { readonly notification: Notification }) {
  const { t, language } = useTexts();
  const readOne = useReadOne();
  const { kind, path, at, isRead } = notification;
  const Icon = ICONS[kind] ?? CircleAlert;
  const sentence = sentenceOf(notification, { t, language });
  const read = () => {
    if (!isRead) readOne.mutate(notification);
  };
  return (
    <li className={styles.row} data-unread={!isRead}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={17} />
      </span>
      <span className={styles.words}>
        {path === null ? (
          <button type="button" className={`plain-link ${styles.plain}`} onClick={read}>
            {sentence}
          </button>
        ) : (
          <Link className="plain-link underlines" to={path} onClick={read}>
            {sentence}
          </Link>
        )}
        <time className="note" dateTime={at} title={formatDateTime(at, language)}>
          {formatWhen(at, new Date(), language)}
        </time>
      </span>
      {!isRead && <span className={styles.dot} role="img" aria-label={t('notifications:unread')} />}
    </li>
  );
}
