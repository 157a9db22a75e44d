import { describe, expect, it } from 'vitest';
import { detectLanguage, detectTableLanguage } from '#core/text/language';
import { understand } from '#core/text/message';
import { daysMeant } from '#core/text/weekdays';
import { tryCase } from '../../bench/cases';

// French is a lexicon and nothing else: no file beside it knows the language.
describe('a language that is only a lexicon', () => {
  it.each([
    ['À quelle heure peut-on arriver ?', '15 heures'],
    ['Bonjour, combien coûte une chambre double ? Merci d’avance', '84'],
    ['Le petit-déjeuner, c’est combien ?', '9 €'],
    ['Puis-je annuler ma réservation gratuitement ?', 'trois jours avant'],
    ['Les chiens sont-ils acceptés ?', 'rez-de-chaussée'],
    ['Peut-on payer par carte ?', 'cartes bancaires'],
    ['Où puis-je garer ma voiture ?', 'parking derrière le moulin'],
    ['Quand la piscine est-elle chauffée ?', 'mai à septembre'],
    ['Y a-t-il une borne de recharge ?', 'borne de recharge'],
    ['Où est le mot de passe du wifi ?', 'carte de votre chambre'],
    ['Le restaurant est-il ouvert le lundi ?', 'fermé'],
    ['Où peut-on ranger les vélos ?', 'grange'],
  ])('%s', async (ask, right) => {
    const { told, isRight } = await tryCase({ ...AUBERGE, ask, right });
    expect(isRight, told).toBe(true);
  });

  it.each([
    'Avez-vous un sauna ?',
    'Proposez-vous une navette pour l’aéroport ?',
    'Est-ce que vous cherchez du personnel ?',
  ])('%s is not answered', async (ask) => {
    const { told, isRight } = await tryCase({ ...AUBERGE, ask, right: null });
    expect(isRight, told).toBe(true);
  });

  it('is told from a text, a question and a table', () => {
    expect(detectLanguage('Combien coûte la livraison ?')).toBe('fr');
    expect(detectTableLanguage('Article;Couleur;Prix\nTasse;bleu;12,50')).toBe('fr');
  });

  it('is not taken for its neighbours', () => {
    const spanish =
      'El precio de la habitación es de 40 euros por noche y no se admiten perros en el restaurante.';
    const italian = 'Il prezzo della camera è di 40 euro a notte e i cani non sono ammessi nel ristorante.';
    const portuguese =
      'O preço do quarto é de 40 euros por noite e os cães não são admitidos no restaurante.';
    for (const text of [spanish, italian, portuguese]) expect(detectLanguage(text), text).not.toBe('fr');
  });

  it('has its days and its manners', () => {
    expect(daysMeant('Mardi–vendredi 12h–14h', 'fr')).toEqual(['mardi', 'mercredi', 'jeudi', 'vendredi']);
    expect(understand('Bonjour ! Où est la gare ? Merci d’avance, Anne').questions).toEqual([
      'Où est la gare ?',
    ]);
    expect(understand('Merci beaucoup !').talk).toMatchObject({ kind: 'thanks' });
  });
});

const AUBERGE = { file: '../documents/auberge.md', language: 'en', kind: 'french' } as const;
