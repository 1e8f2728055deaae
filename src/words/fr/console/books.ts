/** Texts of src/console/books. */
export const booksTexts = {
  // Bank statements
  'To confirm': 'À confirmer',
  Booked: 'Affectés',
  'Set aside': 'Mis de côté',
  'Noted before': 'Déjà notés',
  Upload: 'Envoyer',
  Transfers: 'Virements',
  'No transfers here': 'Aucun virement ici',
  'Upload a statement of your bank. What came in appears here.':
    'Envoyez un relevé de votre banque. Ce qui est arrivé apparaît ici.',
  'File of your bank': 'Fichier de votre banque',
  'camt.053, camt.054 or MT940, up to 8 MB. Most banks call it “electronic statement”. The same file twice does no harm.':
    'camt.053, camt.054 ou MT940, jusqu’à 8 Mo. La plupart des banques l’appellent « relevé électronique ». ' +
    'Le même fichier deux fois ne gêne pas.',
  'Read the statement': 'Lire le relevé',
  'Booked.': 'Affecté.',
  'Order number': 'Numéro de commande',
  'Another order': 'Autre commande',
  'Book to these orders': 'Affecter à ces commandes',
  'What it is': 'De quoi il s’agit',
  'Set aside.': 'Mis de côté.',
  'Yes, it is the same': 'Oui, c’est le même',
  'Nothing was booked again.': 'Rien n’a été affecté de nouveau.',
  'Look at it again': 'Le regarder de nouveau',
  'It waits again.': 'Il attend de nouveau.',
  'Take this transfer back? Its orders are due again.': 'Annuler ce virement ? Ses commandes sont de nouveau dues.',
  'Confirm the {total} sure ones': 'Confirmer les {total} sûrs',
  'The sure transfers were booked.': 'Les virements sûrs ont été affectés.',
  'Book all transfers whose reference and amount agree with an order?':
    'Affecter tous les virements dont la référence et le montant correspondent à une commande ?',
  '{total} of them changed meanwhile. Look at them again.':
    '{total} d’entre eux ont changé entre-temps. Regardez-les de nouveau.',
  '{count} transfers are new.': {
    one: '{count} virement est nouveau.',
    other: '{count} virements sont nouveaux.',
  },
  '{count} were known from a file before.': {
    one: '{count} était connu d’un fichier précédent.',
    other: '{count} étaient connus d’un fichier précédent.',
  },
  '{count} entries bring no money, and were left out.': {
    one: '{count} opération n’apporte pas d’argent et a été ignorée.',
    other: '{count} opérations n’apportent pas d’argent et ont été ignorées.',
  },
  '{sum} from {payer}': '{sum} de {payer}',
  'It matches no order.': 'Il ne correspond à aucune commande.',
  'Another order, or several': 'Une autre commande, ou plusieurs',
  'It pays no order': 'Il ne paie aucune commande',
  'more than was due, so it goes back': 'plus que le montant dû, donc rendu',
  'The reference and the amount agree.': 'La référence et le montant correspondent.',
  'Somebody has noted a transfer of this amount before. Is it this one? Then nothing is booked again.':
    'Quelqu’un a déjà noté un virement de ce montant. Est-ce celui-ci ? Alors rien n’est affecté de nouveau.',
  'The reference names this order, and the amount differs.':
    'La référence nomme cette commande, et le montant diffère.',
  'The reference names this order, of which nothing is due. All of it would go back.':
    'La référence nomme cette commande, dont rien n’est dû. Tout serait rendu.',
  'A number in the text and the amount agree.': 'Un numéro dans le texte et le montant correspondent.',
  'The payer and the amount agree.': 'Le payeur et le montant correspondent.',
  '{sum} stays due.': '{sum} restent dus.',
  '{sum} goes back.': '{sum} sont rendus.',

  // Invoices
  Series: 'Série',
  'The last number that left the house': 'Le dernier numéro sorti de la maison',
  'Without prefix and year: 42 for R-2026-00042. Look into your sent emails.':
    'Sans préfixe ni année : 42 pour R-2026-00042. Regardez dans vos e-mails envoyés.',
  'Go on behind this number': 'Continuer après ce numéro',
  "Is this the last one that a customer can have? You can't undo this.":
    'Est-ce le dernier qu’un client peut avoir ? Cette action est définitive.',
  'Noted. Invoices are written again.': 'Noté. Les factures sont de nouveau écrites.',
  'All documents (CSV)': 'Tous les documents (CSV)',
  'Sums (CSV)': 'Totaux (CSV)',
  Number: 'Numéro',
  'Number, order or amount': 'Numéro, commande ou montant',
  Found: 'Trouvés',
  'No document was found': 'Aucun document trouvé',
  'Type a number like R-2026-00001, an order like #42, or a total like 169.42.':
    'Saisissez un numéro comme R-2026-00001, une commande comme #42 ou un total comme 169,42.',
  'Sales and VAT by month and country': 'Ventes et TVA par mois et pays',
  'No invoices in this period': 'Aucune facture dans cette période',
  'They appear here as soon as orders are paid or shipped.':
    'Elles apparaissent ici dès que des commandes sont payées ou expédiées.',
  'Newest documents': 'Documents récents',
  'The database was set back, and may have forgotten invoices that customers have. New ones wait until you say which number was the last.':
    'La base de données a été restaurée, et peut avoir oublié des factures que des clients ont. Les ' +
    'nouvelles attendent que vous indiquiez quel numéro était le dernier.',
  'Series that wait': 'Séries en attente',
  'Last number that the database knows': 'Dernier numéro connu de la base',
  'The numbers wait': 'Les numéros attendent',
  Month: 'Mois',
  unknown: 'inconnu',
  'VAT rate': 'Taux de TVA',
  Documents: 'Documents',
  'With VAT': 'TVA comprise',
  Kind: 'Type',
  Invoice: 'Facture',
  'Credit note': 'Avoir',
  'Each file has the invoices and credit notes from {first} to {last}: the days that you have chosen above, in one year. Accounts can be changed under <a>Accounting</a>. Payments are not in them.':
    'Chaque fichier contient les factures et avoirs du {first} au {last} : les jours choisis ci-dessus, dans ' +
    'une année. Les comptes se modifient sous <a>Comptabilité</a>. Les paiements n’y figurent pas.',
  '{total} in other currencies than euros are left out.': '{total} dans d’autres monnaies que l’euro sont ignorés.',
  'DATEV booking batch': 'Lot d’écritures DATEV',
  'French file of bookings (FEC)': 'Fichier des écritures comptables (FEC)',
  'Files for accounting programs': 'Fichiers pour logiciels comptables',
} as const
