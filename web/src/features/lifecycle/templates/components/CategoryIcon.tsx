import {
  CalendarDays,
  ClipboardCheck,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  ShoppingBag,
  UserPlus,
} from 'lucide-react';
import type { BotCategory } from '#contract/bots/bot-config';

const ICONS: Readonly<Record<BotCategory, LucideIcon>> = {
  lead_generation: UserPlus,
  customer_support: LifeBuoy,
  sales_marketing: Megaphone,
  ecommerce: ShoppingBag,
  events_booking: CalendarDays,
  surveys_feedback: ClipboardCheck,
};

export function CategoryIcon({ category }: { readonly category: BotCategory | null }) {
  const Icon = ICONS[category ?? 'customer_support'];
  return <Icon size={22} aria-hidden="true" />;
}
