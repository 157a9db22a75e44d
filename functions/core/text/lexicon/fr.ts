import { stemFrench } from '../stemming/french';
import { type Lexicon, phrases, words } from './lexicon';

export const fr: Lexicon = {
  // After Snowball's list, with what the tokeniser leaves of elisions, without `pas`, `sans` and `contre`.
  stopWords: words(`
    à ai as au aux avec avez avoir avons c ce ces cet cette chez comme comment d dans de des dont du elle elles en est et
    eu il ils j je l la là le les leur leurs lors lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par peut
    peux pour pouvez puis qu que quel quelle quelles quels qui quoi s sa se sera seront ses si soit son sont suis sur t ta
    te tes toi ton tu un une vos votre vous y y'a ça était étaient être êtes faut dès entre vers quand pourquoi combien
    puisque aussi très tout toute toutes tous
  `),
  shared: words(
    'a ai as c d de dont du en entre et il j l la le les lui m ma me mes mi mon n ne nos on ou par pour que qui quoi s sa se sera si son sur t ta te toi ton tu un vos y',
  ),
  everyday: words(
    'bonjour merci prix réserver réservation ouvert ouverte fermé horaires pas voudrais besoin coûte jour jours',
  ),
  cells: words(`
    prix description quantité montant heure jour semaine lundi mardi mercredi jeudi vendredi samedi dimanche janvier
    février mars avril juin juillet août septembre octobre novembre décembre article produit numéro taille couleur poids
    largeur hauteur longueur catégorie ville rue téléphone cours durée chambre pièce remise disponible oui fabricant unité
    tva total client stock contenu marque boissons plats eau pain enfant enfants adulte adultes petit moyen grand rouge
    bleu vert noir blanc jaune
  `),
  endings: /[îœû]|.{3}(?:tion|tions|ment|ments|eur|eurs|euse|ette|ité|ités|ique|iques)$/,
  askers: words('quand où qui quel quelle quels quelles pourquoi comment combien quoi'),
  askingVerbs: words('est peut peux puis pouvez pouvons avez faut acceptez proposez livrez'),
  talk: {
    greetings: phrases('bonjour, bonsoir, salut, coucou, bonjour à tous, comment allez vous'),
    salutations: phrases('cher, chère, chers, madame, monsieur, madame monsieur, mesdames messieurs'),
    thanks: phrases(`
      merci, merci beaucoup, merci bien, grand merci, un grand merci, mille mercis, merci d'avance, merci par avance,
      merci pour votre aide, merci pour votre réponse, d'avance, par avance, super, parfait, d'accord
    `),
    farewells: phrases('au revoir, bonne journée, bonne soirée, à bientôt, à plus tard, bonne nuit'),
    closings: phrases(`
      cordialement, bien cordialement, bien à vous, salutations, meilleures salutations, sincères salutations,
      merci d'avance, merci par avance, merci beaucoup, bonne journée, bonne soirée
    `),
    shortClosings: phrases('merci, bises'),
    invitations: phrases(`
      j'ai une question, j'ai une petite question, j'aurais une question, j'aurais une petite question, une question,
      petite question, pouvez vous m'aider, vous pouvez m'aider, j'ai besoin d'aide, il y a quelqu'un
    `),
    frames: phrases(`
      pouvez vous me dire, pourriez vous me dire, pouvez vous m'indiquer, pourriez vous m'indiquer, savez vous,
      je voudrais savoir, j'aimerais savoir, je souhaiterais savoir, je voulais savoir, dites moi, excusez moi, pardon,
      s'il vous plaît, est ce que
    `),
    identity: phrases(`
      êtes vous un robot, es tu un robot, tu es un robot, vous êtes un robot, êtes vous un humain, qui êtes vous, qui es tu,
      est ce que je parle à un robot, est ce que je parle à un humain
    `),
    fillers: words('à tous toute équipe et bien encore vous'),
  },
  person: {
    people: words('humain personne quelqu un conseiller conseillère collaborateur collègue agent équipe'),
    humans: words('humain humaine vrai vraie réel réelle conseiller conseillère'),
    talking: words('parler discuter échanger écrire joindre contacter transférer passer'),
    subjects: words('concernant propos sujet car parce'),
    beside: words(`
      je j peux pouvez pourrais voudrais souhaite aimerais veux vous me moi à avec un une de la le d un quelqu s il plaît
      est ce que directement maintenant bonjour merci vrai vraie réel réelle humain humaine puis dois svp au
    `),
  },
  letters: /[îœû]/,
  stem: stemFrench,
  inflected: (word) => [word],
  respelt: (word) => word,
  joinsNouns: false,
  days: {
    names: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
    months: [
      'janvier',
      'février',
      'mars',
      'avril',
      'mai',
      'juin',
      'juillet',
      'août',
      'septembre',
      'octobre',
      'novembre',
      'décembre',
    ],
    holiday: 'jours fériés',
    meanings: [
      [/^lun/, [0]],
      [/^mardi/, [1]],
      [/^mer/, [2]],
      [/^jeu/, [3]],
      [/^ven/, [4]],
      [/^sam/, [5]],
      [/^dim/, [6]],
      [/^jours? fér/, [7]],
      [/^week-/, [5, 6]],
      [/^en semaine/, [0, 1, 2, 3, 4]],
      [/^(?:tous|chaque)/, [0, 1, 2, 3, 4, 5, 6]],
      [/^fév/, [11]],
      [/^avr/, [13]],
      [/^mai/, [14]],
      [/^juin/, [15]],
      [/^juil/, [16]],
      [/^août/, [17]],
      [/^déc/, [21]],
      [/^print/, [12, 13, 14]],
      [/^été/, [15, 16, 17]],
      [/^hiver/, [21, 10, 11]],
    ],
    relative: `
      jours fériés hiver été printemps automne aujourd'hui ce soir demain matin après-midi soir week-end lundi mardi mercredi
      jeudi vendredi samedi dimanche
    `,
    opening: 'ouvert ouverture horaires fermer',
    showsOpening: 'ouverte?s?|ouverture|fermée?s?|horaires',
    heading: "(?:nos )?(?:horaires(?: d['’]ouverture)?|heures d['’]ouverture)",
    others: {},
    short: 'Lun|Mar|Mer|Jeu|Ven|Sam|Dim',
    each: [
      ['tous les jours|chaque jour|sept jours sur sept|7j/7|7 jours sur 7', 7],
      ['en semaine|les jours ouvrables', 5],
    ],
    to: "à|au|jusqu’au|jusqu'au",
    and: 'et',
    before: 'de|dès|fermé',
    written:
      '(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?|jours? fériés?|week-ends?|tous les jours|chaque jour|en semaine|' +
      'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|printemps|été|automne|hiver',
    times: 'midi|minuit|fermée?s?|sur rendez-vous|24 ?h(?:/24|eures)',
    clock: 'h(?:[0-5]\\d)?|heures?',
    beside: words(
      'de à au aux et ou le la les du dès jusqu ouvert ouverte ouverture horaires heures sommes nous est',
    ),
  },
  figures: {
    numbers:
      'demie?|quelques|plusieurs|une (?:centaine|douzaine)|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|' +
      'quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cent|mille',
    single: words('un une demi demie'),
    howMany: "combien (?:de |d['’])",
    unitsOfTime: 'secondes?|minutes?|heures?|jours?|semaines?|mois|ans|années?',
    times: 'midi|minuit|le matin|le soir|matinée|soirée|par (?:jour|semaine|mois|an)|hebdomadaire|une fois',
    clock: "à|de|dès|jusqu['’]à",
    noSum:
      'gratuite?s?|gratuitement|offerte?s?|sur demande|sur devis|(?:est|sont|y) (?:compris|inclus)e?s?|demi-tarif',
    kinds: {
      price: {
        asks: "(?:quels? |les? |vos |votre )(?:prix|tarifs?)|coûte(?:nt)?|combien(?! (?:de |d['’]))",
        names: 'frais',
        also: 'payer',
        says: 'coûte(?:nt)?|prix|tarifs?|frais',
      },
      time: {
        asks: 'quand|quelle heure|combien de temps|quels? jours?',
        also: 'dure|durent',
        says: 'dure|durent',
      },
      distance: { adjective: 'à quelle distance', units: '(?:kilo|centi)?mètres?' },
      weight: { asks: 'pèse(?:nt)?', names: 'poids', units: '(?:kilo)?grammes?|tonnes?' },
      temperature: { names: 'température', units: 'degrés?' },
      age: { adjective: 'quel âge', units: 'ans|âge' },
    },
  },
  denials: 'pas|aucune?|jamais|sans|ni',
  forms: {
    when: 'quand|quelle heure',
    where: 'où',
    who: 'qui',
    how: 'comment',
    many: 'combien',
    what: 'que|quoi|quel(?:le)?s?',
    why: 'pourquoi',
  },
  families: [
    'livraison livrer livré expédition expédier envoi port',
    'retour retourner renvoyer rendre',
    'annulation annuler',
    'payer paiement règlement régler',
    'réservation réserver inscription inscrire',
    'piscine bassin',
    'wifi internet',
    'parking stationnement garer stationner',
    'arrivée arriver',
    'départ partir',
    'horaire ouverture ouvrir ouvert ouvrez fermer fermé fermez fermeture',
    'voiture auto véhicule',
    'vélo bicyclette',
    'remboursement rembourser',
    'réduction remise rabais',
    'gramme g',
    'kilogramme kilo kg',
    'heure h',
    'minute min',
  ],
  kinds: { animal: 'chien chat' },
};
