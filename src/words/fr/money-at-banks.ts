/** Money that a bank takes back or takes days for, and refunds that fail. */
import type { moneyAtBanks as german } from '../de/money-at-banks.ts'
import type { Plural } from '../text.ts'

export const moneyAtBanks: Record<keyof typeof german, string | Plural> = {
  'Disputed at the bank': 'Contestée auprès de la banque',
  'Taken back by the bank': 'Reprise par la banque',
  'Your bank is making the payment. This can take some days. We email you when it has come.':
    'Votre banque effectue le paiement. Cela peut prendre quelques jours. Nous vous écrirons à son arrivée.',
  'Your bank has asked for this payment back. Until it has decided, you need to do nothing here.':
    'Votre banque a demandé le retour de ce paiement. Tant qu’elle n’a pas décidé, vous n’avez rien à faire ici.',
  'Your bank has taken {amount} of your payment back, so that is unpaid again.':
    'Votre banque a repris {amount} de votre paiement. Cette somme est donc de nouveau à payer.',
  'Your bank has taken {amount} of your payment back.': 'Votre banque a repris {amount} de votre paiement.',
  'Please transfer the amount:': 'Veuillez virer le montant :',
  'your refund of {amount} for order #{id} did not reach you: your bank or the payment provider has sent it back. We still owe you this money, and send it in another way. You need to do nothing.':
    'Votre remboursement de {amount} pour la commande n° {id} ne vous est pas parvenu : votre banque ou le ' +
    'prestataire de paiement l’a renvoyé. Nous vous devons toujours cette somme et vous l’enverrons par un autre ' +
    'moyen. Vous n’avez rien à faire.',
  'Your refund of {amount} for order #{id} did not arrive':
    'Votre remboursement de {amount} pour la commande n° {id} n’est pas arrivé',
  'We still owe you this money.': 'Nous vous devons toujours cette somme.',
  'Your refund did not arrive': 'Votre remboursement n’est pas arrivé',
  'Order #{id}: a bank asks about {amount}': 'Commande n° {id} : une banque pose une question sur {amount}',
  'Order #{id}: chargeback of {amount}': 'Commande n° {id} : contestation de {amount}',
  'Answer until {time}.': 'Répondez au plus tard le {time}.',
  'Look at the payment provider.': 'Consultez le prestataire de paiement.',
  'A bank asks about a payment': 'Une banque pose une question sur un paiement',
  'A bank wants a payment back': 'Une banque réclame un paiement',
  'The bank of the customer asks about the payment of order #{id}. No money has moved. A good answer prevents a chargeback.':
    'La banque du client pose une question sur le paiement de la commande n° {id}. Aucune somme n’a été reprise. ' +
    'Une bonne réponse évite une contestation.',
  'The bank of the customer wants the payment of order #{id} back. Stop the parcel if you can, and do not refund the order as well.':
    'La banque du client réclame le paiement de la commande n° {id}. Arrêtez le colis si possible, et ne ' +
    'remboursez pas la commande en plus.',
  'Order #{id}: the chargeback of {amount} is won': 'Commande n° {id} : la contestation de {amount} est gagnée',
  'You have won the chargeback': 'Vous avez gagné la contestation',
  'The bank has decided for you. The money of order #{id} is yours again.':
    'La banque a tranché en votre faveur. L’argent de la commande n° {id} est de nouveau à vous.',
  'Order #{id}: {amount} was taken back': 'Commande n° {id} : {amount} repris par la banque',
  'A bank has taken a payment back': 'Une banque a repris un paiement',
  'The customer owes you the money of order #{id} again, and can pay on the page of the order. No credit note is written by itself: decide on the page of the order.':
    'Le client vous doit de nouveau l’argent de la commande n° {id} et peut payer sur la page de la commande. ' +
    'Aucun avoir n’est établi de lui-même : décidez sur la page de la commande.',
  'Order #{id}: the bank asks no more about {amount}': 'Commande n° {id} : la banque ne demande plus rien sur {amount}',
  'A bank has closed its case': 'Une banque a clos son dossier',
  'No money has moved for order #{id}.': 'Aucune somme n’a été reprise pour la commande n° {id}.',
  'How it stands': 'État',
  'The bank asks, and has taken nothing': 'La banque se renseigne et n’a rien repris',
  'The bank decides': 'La banque décide',
  'Decided for you': 'Tranché en votre faveur',
  'Decided for the customer': 'Tranché en faveur du client',
  'Settled before it began': 'Réglé avant de commencer',
  'The bank asks no more': 'La banque ne demande plus rien',
  'Look at the provider': 'Consultez le prestataire',
  'The bank cannot process it': 'La banque ne peut pas le traiter',
  'The check was returned': 'Le chèque a été retourné',
  'A promised refund has not come': 'Un remboursement promis n’est pas arrivé',
  'The customer has asked the bank for it': 'Le client l’a demandé à la banque',
  'The customer did not allow the direct debit': 'Le client n’a pas autorisé le prélèvement',
  'The customer was charged twice': 'Le client a été débité deux fois',
  'The customer says that somebody else has paid': 'Le client dit que quelqu’un d’autre a payé',
  'The details of the account are wrong': 'Les coordonnées du compte sont fausses',
  'The account did not have the money': 'Le compte n’était pas approvisionné',
  'A rule of the card network was broken': 'Une règle du réseau de cartes n’a pas été respectée',
  'The goods have not come': 'Les articles ne sont pas arrivés',
  'The goods are broken or not as described': 'Les articles sont abîmés ou non conformes à la description',
  'The subscription had ended': 'L’abonnement était terminé',
  'The customer does not know this payment': 'Le client ne reconnaît pas ce paiement',
  'The refund did not arrive, so the credit note is taken back':
    'Le remboursement n’est pas arrivé, l’avoir est donc annulé',
  'The bank gave the payment back, so the credit note is taken back':
    'La banque a rendu le paiement, l’avoir est donc annulé',
  'Credit note {number} of {day}': 'Avoir {number} du {day}',
  'this document {number} takes a credit note of order #{id} back: {total} did not go back to you.':
    'Ce document {number} annule un avoir de la commande n° {id} : {total} ne vous ont pas été rendus.',
  'Answer until': 'Répondre au plus tard le',
  'Order #{id}: the refund of {amount} has failed': 'Commande n° {id} : le remboursement de {amount} a échoué',
  'Send it in another way.': 'Envoyez-le par un autre moyen.',
  'A refund has failed': 'Un remboursement a échoué',
  'The refund of {amount} for order #{id} did not reach the customer. Refund it again, or send it by bank transfer. The customer was told.':
    'Le remboursement de {amount} pour la commande n° {id} n’est pas parvenu au client. Remboursez de nouveau, ' +
    'ou faites un virement. Le client a été prévenu.',
  'The provider says': 'Le prestataire dit',
  'You get this email because somebody in the shop has to act.':
    'Vous recevez cet e-mail parce que quelqu’un dans la boutique doit agir.',
}
