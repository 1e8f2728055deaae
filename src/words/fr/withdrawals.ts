/** Withdrawing from a contract. */
import type { withdrawals as german } from '../de/withdrawals.ts'

export const withdrawals: Record<keyof typeof german, string> = {
  'Withdraw from contract': 'Se rétracter du contrat',
  'Withdraw from a purchase, without signing in.': 'Se rétracter d’un achat, sans se connecter.',
  'You can withdraw within {days} days after you have received the goods, without giving a reason. You see your statement again before you send it.':
    'Vous pouvez vous rétracter dans les {days} jours suivant la réception des articles, sans donner de motif. ' +
    'Vous relisez votre déclaration avant de l’envoyer.',
  'Order number': 'Numéro de commande',
  'The receipt goes to this address.': 'L’accusé de réception est envoyé à cette adresse.',
  'Which items?': 'Quels articles ?',
  'Choose an order, or enter its number below.': 'Choisissez une commande, ou saisissez son numéro ci-dessous.',
  'Leave it empty to withdraw from the whole order.': 'Laissez ce champ vide pour vous rétracter de toute la commande.',
  Continue: 'Continuer',
  'Confirm withdrawal': 'Confirmer la rétractation',
  'I withdraw from my contract for the purchase of these goods:':
    'Je vous notifie par la présente ma rétractation du contrat portant sur la vente des biens ci-dessous :',
  'All items of the order': 'Tous les articles de la commande',
  'Change the statement': 'Modifier la déclaration',
  'We have received your withdrawal.': 'Nous avons reçu votre rétractation.',
  'The receipt is on its way to your email address.': 'L’accusé de réception est en route vers votre adresse e-mail.',
  'Your email address has had many receipts today, so no further one is sent. Your withdrawal counts all the same.':
    'Votre adresse e-mail a déjà reçu beaucoup d’accusés de réception aujourd’hui, nous n’en envoyons donc pas ' +
    'd’autre. Votre rétractation est valable malgré tout.',
  'We have received your withdrawal': 'Nous avons reçu votre rétractation',
  'this is the receipt of your withdrawal from a contract. Please keep it. We look at it, and tell you by email how it goes on.':
    'Voici l’accusé de réception de votre rétractation. Veuillez le conserver. Nous l’examinons et vous informons de la suite par e-mail.',
  'As you have written them.': 'Tels que vous les avez indiqués.',
  'You get this email because somebody entered your address in our form for withdrawals.':
    'Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse dans notre formulaire de rétractation.',
  'You can withdraw from this contract within {days} days after you have received the goods, without giving a reason: {address}':
    'Vous pouvez vous rétracter de ce contrat dans les {days} jours suivant la réception des articles, sans donner de motif : {address}',
  'Order #{id} has been changed': 'La commande n° {id} a été modifiée',
  'Your order has been changed': 'Votre commande a été modifiée',
  'we have changed order #{id}.': 'Nous avons modifié la commande n° {id}.',
  'we have changed the address on the invoice of order #{id}.':
    'Nous avons modifié l’adresse de facturation de la commande n° {id}.',
  'we have changed the delivery address of order #{id}.':
    'Nous avons modifié l’adresse de livraison de la commande n° {id}.',
  'We send back': 'Nous remboursons',
  'Less to pay': 'Montant en moins',
  'More to pay': 'Supplément à payer',
  // Directive 2011/83/EU, Annex I, part B.
  'Model withdrawal form': 'Modèle de formulaire de rétractation',
  '(Complete and return this form only if you wish to withdraw from the contract.)':
    '(Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous rétracter du contrat.)',
  'To {seller}:': 'À l’attention de {seller} :',
  'I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*):':
    'Je/nous (*) vous notifie/notifions (*) par la présente ma/notre (*) rétractation du contrat portant sur la vente du bien (*) ' +
    'ci-dessous :',
  'Ordered on (*)/received on (*):': 'Commandé le (*)/reçu le (*) :',
  'Name of consumer(s):': 'Nom du (des) consommateur(s) :',
  'Address of consumer(s):': 'Adresse du (des) consommateur(s) :',
  'Signature of consumer(s) (only if this form is notified on paper):':
    'Signature du (des) consommateur(s) (uniquement en cas de notification du présent formulaire sur papier) :',
  'Date:': 'Date :',
  '(*) Delete as appropriate.': '(*) Rayez la mention inutile.',
  'These texts belong to your contract and come with this email: {texts}.':
    'Ces textes font partie de votre contrat et sont joints à cet e-mail : {texts}.',
}
