import { Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CloseButton } from '#components/CloseButton.tsx';
import { useModal } from '#components/use-modal.ts';
import { useTexts } from '#i18n/index';
import { AccountPanel } from './AccountMenu';
import styles from './MenuDialog.module.css';
import { NavItem } from './NavItem';
import type { NavigationEntry } from './navigation';
import { PaletteButton } from './PaletteButton';

const WIDER_THAN_PHONE = '(min-width: 768px)';

interface MenuState {
  readonly menu?: true;
}

/** The open menu is a step of history, so that the back button closes it as people expect on a phone. */
export function useMenu() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const here: MenuState | null = state;
  return {
    isOpen: here?.menu === true,
    open: () =>
      void navigate(
        { pathname, search, hash },
        { state: { ...here, menu: true } satisfies MenuState, preventScrollReset: true },
      ),
    close: () => void navigate(-1),
  };
}

/** Slides out on a phone: every page, and what the account menu holds elsewhere. */
export function MenuDialog({
  entries,
  onClose,
  onSearch,
}: {
  readonly entries: readonly NavigationEntry[];
  readonly onClose: () => void;
  readonly onSearch: () => void;
}) {
  const { t } = useTexts();
  const modal = useModal(onClose);
  const closing = useRef(onClose);
  closing.current = onClose;

  // Turned or pulled wide, the window has the sidebar instead.
  useEffect(() => {
    const wide = window.matchMedia(WIDER_THAN_PHONE);
    const leave = () => wide.matches && closing.current();
    leave();
    wide.addEventListener('change', leave);
    return () => wide.removeEventListener('change', leave);
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc and the close button do the same
    <dialog
      {...modal}
      className={styles.dialog}
      aria-label={t('common:nav.menu')}
      onClick={(event) => {
        // Only a click beside the panel has the dialog itself for its target.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.panel}>
        <CloseButton size={22} className={styles.close} onClose={onClose} />
        <PaletteButton onOpen={onSearch} isWide />
        <nav aria-label={t('common:nav.all')}>
          <ul className="stack tight">
            {entries.map((entry, index) => (
              <li key={entry.to} data-starts={entry.group !== entries[index - 1]?.group}>
                <NavItem entry={entry} replace />
              </li>
            ))}
          </ul>
        </nav>
        <Suspense fallback={null}>
          <AccountPanel />
        </Suspense>
      </div>
    </dialog>
  );
}
