import type { TextLanguage } from './text-language';

/**
 * Words that say nothing about what a text is about. After Snowball's lists, without the words that questions
 * to a business turn on (German `ohne`, `gegen`, `nicht` and `kein` are kept: they change what is asked).
 * What the tokeniser leaves of contractions (`don't` becomes `don`, `t`) is included.
 */
export const STOP_WORDS: Record<TextLanguage, ReadonlySet<string>> = {
  en: words(`
    i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself it its itself they them their theirs themselves what which who whom whose this that these those
    am is are was were be been being have has had having do does did doing done would should could can will
    shall may might must ought cannot a an the and but if or because as until while of at by for with about
    against between into through during before after above below to from up down in out on off over under
    again further then once here there when where why how all any both each few more most other some such no
    nor not only own same so than too very also just much many please tell
    s t d ll m o re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn mustn
  `),
  de: words(`
    aber als also am an auch auf aus bei beim bin bis bist bitte da dadurch daher damit dann das dass daß dazu
    dein deine deinem deinen deiner deines dem den denn der deren des dessen dich die dies diese diesem diesen
    dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure eurem
    euren eurer eures für fürs gibt hab habe haben habt hat hatte hatten hattest hattet hier hin hinter ich
    ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede jedem jeden jeder jedes jene
    jenem jenen jener jenes jetzt kann kannst können könnt könnte könnten machen man manche manchem manchen
    mancher manches mein meine meinem meinen meiner meines mich mir mit muss musst musste müssen müsst nach
    noch nun nur ob oder sehr sein seine seinem seinen seiner seines seit sich sie sind so solche solchem
    solchen solcher solches soll sollen sollte sollten sollst sondern sonst soweit sowie über um und uns unser
    unsere unserem unseren unserer unseres unter vom von vor wann warum was weg weil weiter welche welchem
    welchen welcher welches wem wen wenn wer werde werden wessen wie wieder wieso will wir wird wirst wo woher
    wohin worden wollen wollte wollten würde würden war waren warst wart wurde wurden während zu zum zur zwar
    zwischen hätte hätten wäre wären dürfen darf selbst viel
  `),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
