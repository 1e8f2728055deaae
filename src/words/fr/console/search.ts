/** Texts of src/console/search. */
export const searchTexts = {
  'Type any part of a name, an email address, a city or an SKU, the number of an order, an invoice or a parcel, what a transfer says, or an amount, like 169.42.':
    'Saisissez une partie d’un nom, d’une adresse e-mail, d’une ville ou d’un SKU, le numéro d’une commande, ' +
    'd’une facture ou d’un colis, le texte d’un virement, ou un montant comme 169,42.',
  'Invoices and credit notes': 'Factures et avoirs',
  'Orders of the former shop': 'Commandes de l’ancienne boutique',
  'Nothing was found': 'Rien n’a été trouvé',
  'Check the spelling, or type fewer letters.': 'Vérifiez l’orthographe, ou saisissez moins de lettres.',
  'All that match': 'Tous les résultats',
} as const
