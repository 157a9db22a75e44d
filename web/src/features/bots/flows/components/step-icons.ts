import { CircleHelp, GitFork, type LucideIcon, MessageSquare } from 'lucide-react';
import type { StepType } from '#contract/bots/flow';

export const STEP_ICONS: Readonly<Record<StepType, LucideIcon>> = {
  message: MessageSquare,
  question: CircleHelp,
  condition: GitFork,
};
