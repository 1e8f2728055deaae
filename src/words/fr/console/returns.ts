/** Texts of src/console/returns and src/console/books. */
export const returnsTexts = {
  // Returns
  Open: 'Ouverts',
  'No returns here': 'Aucun retour ici',
  'What customers want to send back appears here.': 'Ce que les clients veulent renvoyer apparaît ici.',
  "We can't find that return.": 'Nous ne trouvons pas ce retour.',
  Return: 'Retour',
  Asked: 'Demandé',
  'Enter a return': 'Saisir un retour',
  'Enter the return': 'Saisir le retour',
  'Return entered. Approve it when the customer may send it.':
    'Retour saisi. Approuvez-le quand le client peut l’envoyer.',
  'Why it comes back': 'Raison du retour',
  'The account of the customer.': 'Le compte du client.',
  'Return of order #{id}': 'Retour de la commande n° {id}',
  'Back in stock': 'Remis en stock',
  'Your answer': 'Votre réponse',
  'Refund to': 'Remboursement à',
  'Without a name': 'Sans nom',
  'Price of these pieces': 'Prix de ces pièces',
  'Delivery, because all came back': 'Livraison, car tout est revenu',
  Refund: 'Rembourser',
  'Taken off what is due': 'Déduit du montant dû',
  'To be transferred': 'À virer',
  '{time}, by {name}': '{time}, par {name}',
  'the shop': 'la boutique',
  '{sum} of this order was already refunded at the provider. If that was for this return, close it without a refund.':
    '{sum} de cette commande ont déjà été remboursés chez le prestataire. Si c’était pour ce retour, ' +
    'clôturez-le sans remboursement.',
  '{sum} of what was paid can still go back.': '{sum} de ce qui a été payé peuvent encore être rendus.',

  // Its steps
  'Words to the customer': 'Message au client',
  'Address of the label': 'Adresse de l’étiquette',
  'https://…, from your carrier.': 'https://…, de votre transporteur.',
  Approve: 'Approuver',
  'Approved. We email the customer where to send it.': 'Approuvé. Le client apprend par e-mail où l’envoyer.',
  Decline: 'Refuser',
  "Decline this return? You can't undo this, and we email the customer.":
    'Refuser ce retour ? Cette action est définitive, et le client reçoit un e-mail.',
  'Declined. We email the customer.': 'Refusé. Le client reçoit un e-mail.',
  'Goods received': 'Marchandise reçue',
  'Received. What can be sold is in stock again.': 'Reçu. Ce qui peut être vendu est de nouveau en stock.',
  '{name}: sellable of {quantity}': '{name} : vendables sur {quantity}',
  Sellable: 'Vendables',
  'Note for your books': 'Note pour votre comptabilité',
  'Refund and close': 'Rembourser et clôturer',
  "Give this money back? What came by bank transfer goes into your list of transfers to make. You can't undo this.":
    'Rendre cet argent ? Ce qui est venu par virement va dans votre liste de virements à faire. Cette action ' +
    'est définitive.',
  'The refund is noted, and the return is closed.': 'Le remboursement est noté, et le retour est clôturé.',
  'Take off what is due, and close': 'Déduire du montant dû et clôturer',
  "Take this off what the customer has to pay? You can't undo this, and we email the customer.":
    'Déduire ceci de ce que le client doit payer ? Cette action est définitive, et le client reçoit un ' + 'e-mail.',
  'Closed. The customer has to pay less.': 'Clôturé. Le client a moins à payer.',
  'Close without a refund': 'Clôturer sans remboursement',
  "Close this return without a refund? You can't undo this, and we email the customer.":
    'Clôturer ce retour sans remboursement ? Cette action est définitive, et le client reçoit un e-mail.',
  'Closed.': 'Clôturé.',

  // Changes of an order
  'Change this order': 'Modifier cette commande',
  'Order changed. We email the customer.': 'Commande modifiée. Le client reçoit un e-mail.',
  'Address changed. We email the customer.': 'Adresse modifiée. Le client reçoit un e-mail.',
  'Change the address on the invoice': 'Modifier l’adresse de facturation',
  'Address on the invoice changed. We email the customer.':
    'Adresse de facturation modifiée. Le client reçoit un e-mail.',
  'Use the address of the delivery': 'Utiliser l’adresse de livraison',
  'The invoice goes to the address of the delivery. We email the customer.':
    'La facture va à l’adresse de livraison. Le client reçoit un e-mail.',
  'Do not put back into stock what goes: it is broken, or gone':
    'Ne pas remettre en stock ce qui part : cassé ou perdu',
  '{name}: keep how many of {quantity}?': '{name} : en garder combien sur {quantity} ?',
  'changed the delivery address.': 'a modifié l’adresse de livraison.',
  'changed the address on the invoice.': 'a modifié l’adresse de facturation.',
  'changed {change}.': 'a modifié : {change}.',
  'Invoice {number} is written, and an invoice never changes. Send the customer a message that names this number and the right address: in the European Union it counts as an invoice too (Directive 2006/112/EC, Article 219).':
    'La facture {number} est établie, et une facture ne change jamais. Envoyez au client un message qui nomme ce ' +
    'numéro et la bonne adresse : dans l’Union européenne, il est assimilé à une facture (directive 2006/112/CE, ' +
    'article 219).',

  // Withdrawals
  Decided: 'Décidées',
  'The law gives you 14 days to pay back. Anybody can write a statement without signing in, so ask the customer before you accept one. Accept an order that is not shipped, and it is cancelled; accept a whole order that is, and its return is entered.':
    'La loi vous donne 14 jours pour rembourser. Tout le monde peut écrire une déclaration sans se ' +
    'connecter : demandez donc au client avant d’en accepter une. Une commande pas encore expédiée est ' +
    'annulée par l’acceptation ; pour une commande entière déjà expédiée, le retour est saisi.',
  'No withdrawals here': 'Aucune rétractation ici',
  'What customers send from the page for withdrawals appears here.':
    'Ce que les clients envoient depuis la page de rétractation apparaît ici.',
  'with the email {email}': 'avec l’e-mail {email}',
  Late: 'En retard',
  Accepted: 'Acceptée',
  Declined: 'Refusée',
  'From the account of the customer': 'Depuis le compte du client',
  'Without signing in, from {network}': 'Sans connexion, depuis {network}',
  'Without signing in': 'Sans connexion',
  'The whole order.': 'Toute la commande.',
  'No such order': 'Commande inconnue',
  'Typed: {number}. The number does not belong to this email. Look for the order, or ask the customer.':
    'Saisi : {number}. Le numéro n’appartient pas à cet e-mail. Cherchez la commande, ou demandez au client.',
  Accept: 'Accepter',
  'Accept this withdrawal?': 'Accepter cette rétractation ?',
  'Accepted. If the order is shipped, its return waits at "Returns"; for single items, enter it on the page of the order.':
    'Acceptée. Si la commande est expédiée, son retour attend sous « Retours » ; pour des articles isolés, ' +
    'saisissez-le sur la page de la commande.',
  'I have asked the customer': 'J’ai demandé au client',
  'Decline this withdrawal? Tell the customer why by email.':
    'Refuser cette rétractation ? Dites au client pourquoi par e-mail.',
  'Declined. Tell the customer why by email.': 'Refusée. Dites au client pourquoi par e-mail.',

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
    'camt.053, camt.054 ou MT940, jusqu’à 8 Mo. La plupart des banques l’appellent « relevé électronique ». ' +
    'Le même fichier deux fois ne gêne pas.',
  'Read the statement': 'Lire le relevé',
  'Booked.': 'Affecté.',
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
  'Noted. Invoices are written again.': 'Noté. Les factures sont de nouveau établies.',
  'All documents (CSV)': 'Tous les documents (CSV)',
  'Sums (CSV)': 'Totaux (CSV)',
  'Sales to EU businesses (CSV)': 'Ventes aux entreprises de l’UE (CSV)',
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
  Invoice: 'Facture',
  'Credit note': 'Avoir',
  'Each file has the invoices and credit notes from {first} to {last}: the days that you have chosen above, in one year. Accounts can be changed under <a>Accounting</a>. Payments are not in them.':
    'Chaque fichier contient les factures et avoirs du {first} au {last} : les jours choisis ci-dessus, dans ' +
    'une année. Les comptes se modifient sous <a>Comptabilité</a>. Les paiements n’y figurent pas.',
  '{total} in other currencies than euros are left out.': '{total} dans d’autres devises que l’euro sont ignorés.',
  'DATEV booking batch': 'Lot d’écritures DATEV',
  'French file of bookings (FEC)': 'Fichier des écritures comptables (FEC)',
  'Files for accounting programs': 'Fichiers pour logiciels comptables',
  '{name}: price of a piece': '{name} : prix d’une pièce',
  'the discount by {sum}': 'la remise de {sum}',
  'Change the lines': 'Modifier les lignes',
  'Change this order? What was paid too much goes back, what it costs more is to be paid, and we email the customer.':
    'Modifier cette commande ? Ce qui a été payé en trop est rendu, ce qu’elle coûte en plus est à payer, et ' +
    'le client reçoit un e-mail.',
  'Price of a piece': 'Prix unitaire',
  'Empty: that of today.': 'Vide : celui d’aujourd’hui.',
  'Add the line': 'Ajouter la ligne',
  'Add this line? The customer has to pay for it, and we email the customer.':
    'Ajouter cette ligne ? Le client doit la payer et reçoit un e-mail.',
  'Line added. We email the customer.': 'Ligne ajoutée. Le client reçoit un e-mail.',
  'Discount on all goods': 'Remise sur tous les articles',
  'It comes on top of what they are reduced by already.': 'Elle s’ajoute à leurs réductions actuelles.',
  'Give the discount': 'Accorder la remise',
  'Give this discount? What was paid too much goes back, and we email the customer.':
    'Accorder cette remise ? Ce qui a été payé en trop est rendu, et le client reçoit un e-mail.',
  'Discount given. We email the customer.': 'Remise accordée. Le client reçoit un e-mail.',
} as const
