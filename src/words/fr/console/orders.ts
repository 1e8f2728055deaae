/** Texts of src/console/orders. */
export const ordersTexts = {
  // The list
  'Paid, to prepare': 'Payées, à préparer',
  'To prepare': 'À préparer',
  'To ship': 'À expédier',
  'Export CSV': 'Exporter en CSV',
  'Export lines': 'Exporter les lignes',
  'No orders here': 'Aucune commande ici',
  'Orders appear as soon as customers place them.': 'Les commandes apparaissent dès que les clients les passent.',
  'There are none at the moment.': 'Il n’y en a pas pour le moment.',
  'User (email or id)': 'Compte (e-mail ou identifiant)',
  'Number, amount, email or name': 'Numéro, montant, e-mail ou nom',
  'More than {total} customers match. Type more letters.':
    'Plus de {total} clients correspondent. Saisissez plus de lettres.',
  'Start preparing': 'Commencer la préparation',
  'Mark as shipped': 'Marquer comme expédiée',
  'Mark as delivered': 'Marquer comme livrée',
  'Mark as paid': 'Marquer comme payée',
  'Mark the selected orders as paid?': 'Marquer les commandes sélectionnées comme payées ?',
  'Select order #{id}': 'Sélectionner la commande n° {id}',
  'Selected orders': 'Commandes sélectionnées',
  'Select the newest {total}': 'Sélectionner les {total} plus récentes',
  'Select all {total}': 'Sélectionner les {total}',
  '{step}: {total} orders?': '{step} : {total} commandes ?',
  '{total} orders are selected.': '{total} commandes sont sélectionnées.',
  'Select single ones': 'Sélectionner une par une',
  Labels: 'Étiquettes',
  'Parcel numbers': 'Numéros de suivi',
  'Select all': 'Tout sélectionner',
  'With the selected orders:': 'Avec les commandes sélectionnées :',
  'Click a row to open it. In the list, J and K move, X selects.':
    'Cliquez sur une ligne pour l’ouvrir. Dans la liste, J et K déplacent, X sélectionne.',
  '{total} pieces': {
    one: '{total} pièce',
    other: '{total} pièces',
  },
  'Packing slips': 'Bordereaux de colisage',
  Step: 'Étape',

  // The outcome of a step for many
  'The step was taken.': 'L’étape est faite.',
  '{total} orders marked as paid:': {
    one: '{total} commande marquée comme payée :',
    other: '{total} commandes marquées comme payées :',
  },
  '{total} orders being prepared:': {
    one: '{total} commande en préparation :',
    other: '{total} commandes en préparation :',
  },
  '{total} orders marked as shipped:': {
    one: '{total} commande marquée comme expédiée :',
    other: '{total} commandes marquées comme expédiées :',
  },
  '{total} orders marked as delivered:': {
    one: '{total} commande marquée comme livrée :',
    other: '{total} commandes marquées comme livrées :',
  },
  '{total} orders moved on:': {
    one: '{total} commande avancée :',
    other: '{total} commandes avancées :',
  },
  '{total} orders put back:': {
    one: '{total} commande remise en arrière :',
    other: '{total} commandes remises en arrière :',
  },
  '{total} orders could not move:': {
    one: '{total} commande n’a pas pu avancer :',
    other: '{total} commandes n’ont pas pu avancer :',
  },
  '{total} orders could not be marked as paid:': {
    one: '{total} commande n’a pas pu être marquée comme payée :',
    other: '{total} commandes n’ont pas pu être marquées comme payées :',
  },
  '{total} orders could not be put back:': {
    one: '{total} commande n’a pas pu être remise en arrière :',
    other: '{total} commandes n’ont pas pu être remises en arrière :',
  },
  '{total} emails had gone out: tell the customer:': {
    one: '{total} e-mail était déjà parti. Prévenez le client :',
    other: '{total} e-mails étaient déjà partis. Prévenez les clients :',
  },
  'No email went out.': 'Aucun e-mail n’est parti.',

  // The page of an order
  to: 'vers',
  Emails: 'E-mails',
  History: 'Historique',
  'Items ordered': 'Articles commandés',
  'VAT of': 'TVA de',
  'due by {day}': 'à payer au plus tard le {day}',
  Collects: 'Retrait',
  'VAT ID check': 'Vérification du numéro de TVA',
  'What is owed and where it goes': 'Ce qui est dû et où cela va',
  'What is owed': 'À payer',
  'Where it goes': 'Destination',
  'Packing slip': 'Bordereau de colisage',
  'The confirmation is on its way again.': 'La confirmation repart.',

  // Its next step
  'Next step': 'Prochaine étape',
  'Other steps': 'Autres étapes',
  'Nothing is left to do.': 'Il ne reste rien à faire.',
  'Marked as shipped.': 'Marquée comme expédiée.',
  'Marked as delivered.': 'Marquée comme livrée.',
  'Save tracking number': 'Enregistrer le numéro de suivi',
  'Tracking number saved. We email the customer if it has changed.':
    'Numéro de suivi enregistré. S’il a changé, le client reçoit un e-mail.',
  'Even if refunded': 'Même si remboursée',
  'The customer sees that you are preparing this order.': 'Le client voit que vous préparez cette commande.',
  'Back to preparing': 'Revenir à la préparation',
  'Back to shipped': 'Revenir à « Expédiée »',
  'Back to ready': 'Revenir à « Prête »',
  'Mark as collected': 'Marquer comme retirée',
  'Do not put it back into stock: broken, or gone': 'Ne pas remettre en stock : cassé ou perdu',
  'Do not put {name} back into stock: broken, or gone': 'Ne pas remettre {name} en stock : cassé ou perdu',
  'Cancel this order? What is not ticked goes back into stock, and we email the customer.':
    'Annuler cette commande ? Ce qui n’est pas coché revient en stock, et le client reçoit un e-mail.',
  'Order cancelled. We email the customer.': 'Commande annulée. Le client reçoit un e-mail.',
  Line: 'Ligne',
  'Mark as unpaid': 'Marquer comme impayée',
  'Mark as refunded': 'Marquer comme remboursée',
  'Mark as paid?': 'Marquer comme payée ?',
  'Mark as unpaid?': 'Marquer comme impayée ?',
  'Mark as refunded?': 'Marquer comme remboursée ?',
  'Marked as paid.': 'Marquée comme payée.',
  'Marked as unpaid.': 'Marquée comme impayée.',
  'Marked as refunded.': 'Marquée comme remboursée.',
  "Did you send back all that is due? The customer gets an email. You can't undo this.":
    'Avez-vous renvoyé tout ce qui est dû ? Le client reçoit un e-mail. Cette action est définitive.',
  'All the money for this order goes back to the customer. Cancel the order, so that nobody packs it.':
    'Tout l’argent de cette commande est rendu au client. Annulez la commande, pour que personne ne la ' + 'prépare.',
  'Prepare it all the same': 'Préparer quand même',
  'All the money for this order goes back. Prepare it all the same?':
    'Tout l’argent de cette commande est rendu. Préparer quand même ?',
  'Ship it all the same': 'Expédier quand même',
  'All the money for this order goes back. Mark it as shipped all the same?':
    'Tout l’argent de cette commande est rendu. Marquer comme expédiée quand même ?',
  '{due} of this order are still due. Mark it as shipped all the same?':
    'Il reste {due} à payer pour cette commande. Marquer comme expédiée quand même ?',
  '{sum} goes back by bank transfer. Make it at your bank, and say in the list that you have sent it.':
    '{sum} sont rendus par virement. Faites le virement à votre banque, puis indiquez dans la liste que vous ' +
    'l’avez envoyé.',

  // Its history. Each follows the name of who did it
  'The customer': 'Le client',
  'The API key {name}': 'La clé d’API {name}',
  'placed the order.': 'a passé la commande.',
  'started to prepare it.': 'a commencé la préparation.',
  'shipped it.': 'l’a expédiée.',
  'marked it as delivered.': 'l’a marquée comme livrée.',
  'cancelled it.': 'l’a annulée.',
  'took the shipment back.': 'a annulé l’expédition.',
  'took the delivery back.': 'a annulé la livraison.',
  'recorded the payment.': 'a noté le paiement.',
  'noted a change of the online payment.': 'a noté un changement du paiement en ligne.',
  'noted that a part came.': 'a noté qu’une partie est arrivée.',
  'paid a part back.': 'a remboursé une partie.',
  'took the recorded payment back.': 'a annulé le paiement noté.',
  'paid the money back.': 'a remboursé l’argent.',
  'entered the tracking number {number}.': 'a saisi le numéro de suivi {number}.',
  'could not refund {sum}.': 'n’a pas pu rembourser {sum}.',
  'refunded {sum}.': 'a remboursé {sum}.',
  'decided to send back {sum} by bank transfer.': 'a décidé de rendre {sum} par virement.',
  'decided to send back {sum} by bank transfer ({reason}).': 'a décidé de rendre {sum} par virement ({reason}).',
  'noted that the customer does not want the {sum}.': 'a noté que le client ne veut pas les {sum}.',
  'sent the transfer of {sum}.': 'a envoyé le virement de {sum}.',
  'noted that the bank of the customer asked for {sum}.': 'a noté que la banque du client réclame {sum}.',
  'noted that the bank decided for the shop.': 'a noté que la banque a tranché en faveur de la boutique.',
  'noted that the bank took {sum} back.': 'a noté que la banque a repris {sum}.',
  'noted that the bank asked no more.': 'a noté que la banque ne réclame plus rien.',

  // Parcels
  'As the delivery method or the number says': 'Selon le mode de livraison ou le numéro',
  Carrier: 'Transporteur',
  Pieces: 'Pièces',
  'Send a part of it': 'Expédier une partie',
  'Send this part': 'Expédier cette partie',
  'This part is on its way. The customer gets an email about it.':
    'Cette partie est en route. Le client reçoit un e-mail à ce sujet.',
  'Take it back': 'Annuler l’envoi',
  'The parcel was taken back.': 'L’envoi du colis a été annulé.',
  'Parcel {number} has left.': 'Le colis {number} est parti.',
  'Please look': 'À vérifier',
  'the carrier': 'le transporteur',
  'Did it mean {meant}?': 'S’agit-il de {meant} ?',
  '{order} has the number {number} too.': '{order} a aussi le numéro {number}.',
  'The last digit does not fit {carrier}. Compare the number with the label.':
    'Le dernier chiffre ne correspond pas à {carrier}. Comparez le numéro avec l’étiquette.',
  'This looks like a number of another carrier than {carrier}.':
    'Cela ressemble au numéro d’un autre transporteur que {carrier}.',
  'Several carriers have numbers like this. Choose the carrier, so that the customer gets a link.':
    'Plusieurs transporteurs ont de tels numéros. Choisissez le transporteur, pour que le client reçoive un ' + 'lien.',
  'There is more than one number. Send the pieces in parcels of their own, each with its number.':
    'Il y a plus d’un numéro. Expédiez les pièces dans des colis séparés, chacun avec son numéro.',
  'This looks like a scanner that is set to another keyboard than this computer.':
    'Cela ressemble à un lecteur réglé sur un autre clavier que cet ordinateur.',

  // Payments to decide about
  'To decide': 'À décider',
  As: 'Comme',
  'Book the money as it is': 'Enregistrer l’argent tel quel',
  'Book what the provider has taken? You can refund it, and what is missing stays due.':
    'Enregistrer ce que le prestataire a encaissé ? Vous pouvez le rembourser, et ce qui manque reste dû.',
  'The money is booked.': 'L’argent est enregistré.',
  'It is closed at the provider': 'Il est clos chez le prestataire',
  'Have you seen at the provider that no money came, and none can come?':
    'Avez-vous vu chez le prestataire qu’aucun argent n’est venu ni ne peut venir ?',
  'The payment has ended.': 'Le paiement est terminé.',
  Known: 'Connu',
  'Is nothing to be done about it?': 'N’y a-t-il rien à faire ?',
  'Noted. It is no longer among the payments to look at.': 'Noté. Il n’est plus parmi les paiements à examiner.',
  'A refund failed, or was made at the provider.': 'Un remboursement a échoué, ou a été fait chez le prestataire.',

  // Papers
  'Back to the order': 'Retour à la commande',
  'Back to the orders': 'Retour aux commandes',
  'Packing slip for order #{id}': 'Bordereau de colisage de la commande n° {id}',
  'Packing slips of {total} orders': 'Bordereaux de colisage de {total} commandes',
  "We can't find those orders.": 'Nous ne trouvons pas ces commandes.',
  Again: 'Encore',
  Subtotal: 'Sous-total',
  // Draft orders
  'Line {number}': 'Ligne {number}',
  'Not sent': 'Pas envoyé',
  'Waits for the customer': 'En attente du client',
  Confirmed: 'Confirmé',
  Withdrawn: 'Retiré',
  'Draft orders': 'Commandes à confirmer',
  'New draft order': 'Nouvelle commande à confirmer',
  'Draft order': 'Commande à confirmer',
  '{total} draft orders': { one: '{total} commande à confirmer', other: '{total} commandes à confirmer' },
  'No draft orders match': 'Aucune commande à confirmer trouvée',
  'No draft orders': 'Aucune commande à confirmer',
  'Write down what a customer orders by telephone. The customer confirms and pays it by a link.':
    'Notez ce qu’un client commande par téléphone. Le client confirme et paie par un lien.',
  'For a customer on the telephone or in the shop. Nothing is ordered before the customer confirms it.':
    'Pour un client au téléphone ou en boutique. Rien n’est commandé avant que le client ne confirme.',
  'Note to the customer': 'Message au client',
  'In the email, and beside the button with which the customer orders.':
    'Dans l’e-mail, et à côté du bouton avec lequel le client commande.',
  'The link works for so many days': 'Le lien est valable ce nombre de jours',
  'The link works until': 'Le lien est valable jusqu’au',
  'The first one that goes there': 'Le premier qui y livre',
  'Keep the draft': 'Enregistrer',
  'Draft kept. Nothing was sent yet.': 'Commande enregistrée. Rien n’a encore été envoyé.',
  'Change the draft': 'Modifier',
  'Change this draft': 'Modifier cette commande à confirmer',
  'Draft changed. The customer sees it by the same link.': 'Commande modifiée. Le client la voit par le même lien.',
  'Send the link by email? A link that was sent before ends.':
    'Envoyer le lien par e-mail ? Un lien déjà envoyé ne sera plus valable.',
  'The email is on its way.': 'L’e-mail est en route.',
  'Withdraw the draft': 'Retirer',
  "Withdraw this draft? Its link says so, and it can't be sent again.":
    'Retirer cette commande à confirmer ? Son lien le dira, et elle ne pourra plus être envoyée.',
  'Draft withdrawn.': 'Commande à confirmer retirée.',
  'Order to confirm': 'Commande à confirmer',
  'Order for this customer': 'Commander pour ce client',
  "We can't find that draft order.": 'Cette commande à confirmer est introuvable.',
  Changed: 'Modifiée',
  Lines: 'Lignes',
} as const
