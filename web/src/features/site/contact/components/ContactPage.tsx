import { Clock, Mail, MapPin, Phone, Siren } from 'lucide-react';
import type { ReactNode } from 'react';
import { PublicHeading } from '#components/PublicHeading.tsx';
import { ContactForm } from '#features/site/contact/components/ContactForm.tsx';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import styles from './contact.module.css';

export function ContactPage() {
  const { t } = useTexts();
  const { operator } = config();
  return (
    <>
      <PublicHeading
        title={t('contact:title')}
        heading={t('contact:heading')}
        lead={t('contact:lead')}
        description={t('contact:description')}
      />
      <div className={styles.split}>
        <ContactForm />
        <aside className={`stack wide ${styles.aside}`} aria-label={t('contact:ways.label')}>
          <Way icon={<Clock size={20} />} title={t('contact:ways.hours')}>
            <p>{t('contact:ways.hoursText')}</p>
            <p>{t('contact:ways.reply')}</p>
          </Way>
          <Way icon={<Siren size={20} />} title={t('contact:ways.emergency')}>
            <p>{t('contact:ways.emergencyText')}</p>
          </Way>
          <Way icon={<Mail size={20} />} title={t('contact:ways.mail')}>
            <p>
              <a href={`mailto:${operator.email}`}>{operator.email}</a>
            </p>
          </Way>
          {operator.phone && (
            <Way icon={<Phone size={20} />} title={t('contact:ways.phone')}>
              <p>
                <a href={`tel:${operator.phone.replaceAll(/[^+\d]/g, '')}`}>{operator.phone}</a>
              </p>
            </Way>
          )}
          <Way icon={<MapPin size={20} />} title={t('contact:ways.address')}>
            <address className={`stack bare ${styles.address}`}>
              {[operator.company, operator.street, operator.city, operator.country].map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </Way>
        </aside>
      </div>
    </>
  );
}

function Way({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={`stack ${styles.way}`}>
      <span className={`emblem ${styles.icon}`} aria-hidden="true">
        {icon}
      </span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}
