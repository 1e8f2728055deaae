/** Texts of src/console/returns. */
export const returnsTexts = {
  // Returns
  Open: 'Ouverts',
  'No returns here': 'Aucun retour ici',
  'What customers want to send back appears here.': 'Ce que les clients veulent renvoyer apparaît ici.',
  "We can't find that return.": 'Nous ne trouvons pas ce retour.',
  Return: 'Retour',
  Asked: 'Demandé',
  State: 'État',
  'Enter a return': 'Saisir un retour',
  'Enter the return': 'Saisir le retour',
  'Return entered. Approve it when the customer may send it.':
    'Retour saisi. Approuvez-le quand le client peut l’envoyer.',
  'Why it comes back': 'Raison du retour',
  'The account of the customer.': 'Le compte du client.',
  'Return of order #{id}': 'Retour de la commande nº {id}',
  'Back in stock': 'Remis en stock',
  Reason: 'Raison',
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
  'Change the quantities': 'Modifier les quantités',
  'Make this order smaller? What was paid too much goes back, and we email the customer.':
    'Réduire cette commande ? Ce qui a été payé en trop est rendu, et le client reçoit un e-mail.',
  'Order changed. We email the customer.': 'Commande modifiée. Le client reçoit un e-mail.',
  'Change the address': 'Modifier l’adresse',
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
    'La facture {number} est écrite, et une facture ne change jamais. Envoyez au client un message qui nomme ' +
    'ce numéro et la bonne adresse : dans l’Union européenne, il est assimilé à une facture (directive ' +
    '2006/112/CE, article 219).',

  // Withdrawals
  Decided: 'Décidées',
  'The law gives you 14 days to pay back. Anybody can write a statement without signing in, so ask the customer before you accept one. Accept an order that is not shipped, and it is cancelled; accept a whole order that is, and its return is entered.':
    'La loi vous donne 14 jours pour rembourser. Tout le monde peut écrire une déclaration sans se ' +
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
} as const
