/**
 * What a day's items count. `DAY`: the figures; `MINUTE`: those of conversations that began in one minute of it, so that
 * a day can be cut anywhere and told by hours; `TOPICS`, `PAGES`, `FLOW`: by name, apart, since most views read none of
 * them; `VISITORS`: what the widget's beacon counted.
 */
export type DayKind = 'DAY' | 'MINUTE' | 'TOPICS' | 'PAGES' | 'FLOW' | 'VISITORS';
