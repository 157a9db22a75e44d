import { Link } from 'react-router-dom';
import { Sentence } from '#components/Sentence.tsx';
import { useTexts } from '#i18n/index';

/** What happens with what is sent. Opened beside the form, which would lose what was typed. */
export function PrivacyNote() {
  const { t } = useTexts();
  return (
    <p className="muted">
      <Sentence
        text="contact:form.privacy"
        parts={{
          policy: (
            <Link to="/privacy#contact" target="_blank">
              {t('contact:form.policy')}
            </Link>
          ),
        }}
      />
    </p>
  );
}
