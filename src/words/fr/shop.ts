/** The legal pages. */
export const shop = {
  Imprint: 'Mentions légales',
  Terms: 'Conditions générales',
  Privacy: 'Confidentialité',
  Withdrawal: 'Droit de rétractation',
  Delivery: 'Livraison',
  'Terms of this order': 'Conditions de cette commande',
  'This text is no longer in force. <a>Read the current one</a>.':
    'Ce texte n’est plus en vigueur. <a>Lire le texte actuel</a>.',
  'Published on {day}.': 'Publié le {day}.',
  "We can't find this page. The shop has not published it.": 'Cette page n’existe pas. La boutique ne l’a pas publiée.',
  'Delivery time': 'Délai de livraison',
  'VAT ID {vatId}': 'N° de TVA {vatId}',
} as const
