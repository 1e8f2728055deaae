/** Paying, and money that went back. */
import type { payments as german } from '../de/payments.ts'
import type { Plural } from '../text.ts'

export const payments: Record<keyof typeof german, string | Plural> = {
  'This order is not paid yet.': 'Cette commande n’est pas encore payée.',
  'Payment under way': 'Paiement en cours',
  'Partly refunded': 'Remboursée en partie',
  Online: 'En ligne',
  'Online, now': 'En ligne, tout de suite',
  'Online. You can pay on the page of your order': 'En ligne. Vous pouvez payer sur la page de votre commande',
  'Pay now': 'Payer maintenant',
  'Amounts in {currency} cannot be paid online.': 'Les montants en {currency} ne peuvent pas être payés en ligne.',
  'Online payments begin at {least}.': 'Le paiement en ligne est possible à partir de {least}.',
  'Online payments end at {most}.': 'Le paiement en ligne est possible jusqu’à {most}.',
  '{total} cannot be paid online, only multiples of {step}.':
    '{total} ne peuvent pas être payés en ligne, seulement des multiples de {step}.',
  'Please <a>write to us</a> about another way to pay.': '<a>Écrivez-nous</a> pour payer d’une autre façon.',
  'Our payment provider does not take this payment at the moment. Nothing was charged.':
    'Notre prestataire de paiement n’accepte pas ce paiement pour le moment. Rien n’a été débité.',
  'your payment of {total} for order #{id} could not be opened: our payment provider does not take it. No money was taken. Please answer this email, and we agree on another way to pay.':
    'Votre paiement de {total} pour la commande n° {id} n’a pas pu être ouvert : notre prestataire de paiement ' +
    'ne l’accepte pas. Rien n’a été débité. Répondez à cet e-mail, et nous trouverons un autre moyen de ' +
    'paiement.',
  'No money was taken.': 'Rien n’a été débité.',
  'Pay {total} online': 'Payer {total} en ligne',
  'Your payment is being processed.': 'Votre paiement est en cours de traitement.',
  'Please transfer the amount by {day}:': 'Veuillez virer le montant au plus tard le {day} :',
  'Please pay by': 'À payer au plus tard le',
  Bank: 'Banque',
  'Or scan this with your banking app:': 'Ou scannez ceci avec l’application de votre banque :',
  'Your transfer as a code': 'Votre virement sous forme de code',
  Recipient: 'Bénéficiaire',
  Reference: 'Référence du virement',
  'Order {id}': 'Commande {id}',
  Refunds: 'Remboursements',
  'On its way': 'En route',
  'we have transferred {amount} for order #{id} to your account. It can take some days until you see it.':
    'Nous avons viré {amount} sur votre compte pour la commande n° {id}. La somme peut mettre quelques jours à apparaître.',
  'you get {amount} back for order #{id}, by bank transfer. Please tell us the account that we can send it to.':
    'Nous vous remboursons {amount} par virement pour la commande n° {id}. Merci de nous indiquer le compte à créditer.',
  'Where can we send your refund for order #{id}?': 'Où pouvons-nous virer le remboursement de la commande n° {id} ?',
  'You get {amount} back. We need your account for the transfer.':
    'Nous vous remboursons {amount}. Il nous faut votre compte pour le virement.',
  'Where can we send your refund?': 'Où pouvons-nous virer votre remboursement ?',
  'Enter your account': 'Indiquer votre compte',
  'The link is for this refund alone, and works until we prepare the transfer.':
    'Ce lien ne vaut que pour ce remboursement, jusqu’à ce que nous préparions le virement.',
  'You get {amount} back for order #{id}, by bank transfer.':
    'Nous vous remboursons {amount} par virement pour la commande n° {id}.',
  'Account holder': 'Titulaire du compte',
  'Send it to this account': 'Virer sur ce compte',
  'Thank you. We send the money to this account.': 'Merci. Nous virons l’argent sur ce compte.',
  'You can change it until we prepare the transfer.':
    'Vous pouvez le modifier jusqu’à ce que nous préparions le virement.',
  'We no longer need an account for this refund, or the link is incomplete.':
    'Nous n’avons plus besoin de compte pour ce remboursement, ou le lien est incomplet.',
  'Reply to our email if your refund has not come.': 'Répondez à notre e-mail si votre remboursement n’est pas arrivé.',
  IBAN: 'IBAN',
  Link: 'Lien',
  'We have an account of yours that ends with {end}.': 'Nous avons un compte à votre nom qui se termine par {end}.',
  'Will be transferred': 'Sera viré',
  Waived: 'Abandonné',
  'Not due anymore': 'N’est plus dû',
  'Refund order {id}': 'Remboursement commande {id}',
  Sent: 'Envoyé',
  Failed: 'Échec',
  'Being checked': 'En cours de vérification',
  'we have received your payment of {total} for order #{id}. Thank you.':
    'Nous avons reçu votre paiement de {total} pour la commande n° {id}. Merci.',
  'Payment received for order #{id}': 'Paiement reçu pour la commande n° {id}',
  '{total}. Thank you.': '{total}. Merci.',
  'We have received your payment': 'Nous avons reçu votre paiement',
  'your payment of {total} for order #{id} did not come through. No money was taken. You can pay again on the page of your order.':
    'Votre paiement de {total} pour la commande n° {id} n’a pas abouti. Aucune somme n’a été prélevée. Vous ' +
    'pouvez payer de nouveau sur la page de votre commande.',
  'Your payment for order #{id} did not come through': 'Votre paiement pour la commande n° {id} n’a pas abouti',
  'No money was taken. You can pay again.': 'Aucune somme n’a été prélevée. Vous pouvez payer de nouveau.',
  'Your payment did not come through': 'Votre paiement n’a pas abouti',
  'we have sent back {amount} for order #{id}, to where the payment came from. It can take some days until you see it.':
    'Nous avons remboursé {amount} pour la commande n° {id} sur le moyen de paiement que vous aviez utilisé. La ' +
    'somme peut mettre quelques jours à apparaître.',
  'Refund of {amount} for order #{id}': 'Remboursement de {amount} pour la commande n° {id}',
  'It can take some days until you see it.': 'La somme peut mettre quelques jours à apparaître.',
  'Your refund is on its way': 'Votre remboursement est en route',
  'You pay {total} for order #{id} at the page of our payment provider, and come back here afterwards.':
    'Vous payez {total} pour la commande n° {id} sur la page de notre prestataire de paiement, puis vous revenez ici.',
  'Go to the payment page': 'Aller à la page de paiement',
  'On to the payment page': 'Vers la page de paiement',
  'We are opening the payment page. This takes a few seconds.':
    'Nous ouvrons la page de paiement. Cela prend quelques secondes.',
  'Back to your order': 'Retour à votre commande',
  'Thank you. We have received your payment.': 'Merci. Nous avons reçu votre paiement.',
  'Thank you. We wait for your payment to come through, and will email you.':
    'Merci. Nous attendons votre paiement et vous écrirons par e-mail.',
  'We have not received a payment. You can try again.': 'Nous n’avons pas reçu de paiement. Vous pouvez réessayer.',
  'Partly paid': 'Payée en partie',
  'we have received your transfer of {amount} for order #{id}. {due} are still to be paid.':
    'Nous avons reçu votre virement de {amount} pour la commande n° {id}. Il reste {due} à payer.',
  '{due} are still to be paid for order #{id}': 'Il reste {due} à payer pour la commande n° {id}',
  'We have received {amount}. Thank you.': 'Nous avons reçu {amount}. Merci.',
  'A part of your payment has arrived': 'Une partie de votre paiement est arrivée',
  'We have received {came} by bank transfer.': 'Nous avons reçu {came} par virement.',
  'Please transfer the rest by {day}:': 'Veuillez virer le reste au plus tard le {day} :',
}
