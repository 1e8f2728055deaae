/** Reasons why the API did not do what staff asked for: orders, payments, books and returns. The browser has these words too. */
export const refusalsOfMoney = {
  'There is no such document, or it is not yours.': 'Ce document n’existe pas, ou ce n’est pas le vôtre.',
  'There is no such order, or no such refund of it.': 'Cette commande ou ce remboursement n’existe pas.',
  'Enter who sells and from where in the settings of the shop first.':
    'Indiquez d’abord dans les paramètres de la boutique qui vend et d’où.',
  'The database was set back. Say which number left the house last first.':
    'La base de données a été restaurée. Indiquez d’abord le dernier numéro que vous avez attribué.',
  '{label} is not a series of this shop': '{label} : ce n’est pas une série de cette boutique',
  'The last number of {name} is {number} already.': 'Le dernier numéro de {name} est déjà {number}.',
  '{name} does not wait. A jump would leave a gap.': '{name} n’attend pas. Un saut laisserait un vide.',
  '{label} is not part of this return': '{label} ne fait pas partie de ce retour',
  'There is no such delivery method.': 'Ce mode de livraison n’existe pas.',
  'There is no such discount code.': 'Ce code de réduction n’existe pas.',
  'There is no such VAT rate.': 'Ce taux de TVA n’existe pas.',
  '{label} must be from 1 to 100 percent': '{label} : de 1 à 100 pour cent',
  '{label} must have two decimals at most': '{label} : deux décimales au plus',
  '{label} must have at most two decimals': '{label} : au plus deux décimales',
  '{label} must be an integer': '{label} : un nombre sans décimales',
  '{label} must begin with https://': '{label} : doit commencer par https://',
  '{label} is required in one language at least': '{label} : obligatoire dans une langue au moins',
  '{label} is required, because the delivery is not always free':
    '{label} : obligatoire, car la livraison n’est pas toujours gratuite',
  '{label} must be at least days.least': '{label} : pas moins que le délai le plus court',
  'There is no such withdrawal.': 'Cette rétractation n’existe pas.',
  'This withdrawal is already accepted.': 'Cette rétractation est déjà acceptée.',
  'This call is not in doubt; it is {state}.': 'Cette opération n’est pas incertaine ; elle est {state}.',
  'There is no such call.': 'Cette opération n’existe pas.',
  'There is no such payment.': 'Ce paiement n’existe pas.',
  'There is no such transfer.': 'Ce virement n’existe pas.',
  'There is no such dispute.': 'Cette contestation n’existe pas.',
  'There is no such refund.': 'Ce remboursement n’existe pas.',
  'There is no such file, or all that it has was sent already.':
    'Ce fichier n’existe pas, ou tout ce qu’il contient est déjà viré.',
  'The money of this payment is booked.': 'L’argent de ce paiement est comptabilisé.',
  'This payment has ended; it is {state}.': 'Ce paiement est terminé ; il est {state}.',
  'No provider has this payment, so there is nothing to book.':
    'Aucun prestataire n’a ce paiement, il n’y a donc rien à comptabiliser.',
  '{provider} is not configured anymore, so it cannot say what came. Configure it again, or close the payment and record the money as a bank transfer.':
    '{provider} n’est plus configuré et ne peut dire ce qui est arrivé. Configurez-le de nouveau, ou ' +
    'fermez le paiement et notez l’argent comme virement.',
  'The provider does not show this payment. It says: {reason}':
    'Le prestataire n’affiche pas ce paiement. Il répond : {reason}',
  'A part of this payment was sent back already, so it cannot be taken back as a mistake. Refund the rest instead.':
    'Une partie de ce paiement a déjà été renvoyée, il ne peut donc être retiré comme une erreur. ' +
    'Remboursez plutôt le reste.',
  'The provider is paying this refund. Wait until it says how that ended.':
    'Le prestataire verse ce remboursement. Attendez qu’il annonce le résultat.',
  'A transfer has paid this order and others. Take back the transfer.':
    'Un virement a payé cette commande et d’autres. Retirez le virement.',
  'Enter the IBAN of your shop in its settings first.':
    'Saisissez d’abord l’IBAN de votre boutique dans les paramètres.',
  'Only transfers in EUR to a known account of the SEPA area that are in no file yet can be put into one.':
    'Seuls les virements en EUR vers un compte connu de l’espace SEPA, qui ne sont encore dans aucun ' +
    'fichier, peuvent y entrer.',
  'One of these transfers was sent or put into a file meanwhile. Look at them again.':
    'L’un de ces virements a été envoyé ou mis dans un fichier entre-temps. Regardez-les de nouveau.',
  '{label} names no order': '{label} : aucune commande n’est indiquée',
  '{label} must add up to {amount}, the amount of the transfer in minor units':
    '{label} : la somme doit être {amount}, le montant du virement en centimes',
  'The other transfer is not one that somebody has noted, of the same amount, or it is another entry’s.':
    'L’autre virement n’a pas été noté avec ce montant, ou il appartient à une autre écriture.',
  'This transfer is not sure any more. Look at it again.': 'Ce virement n’est plus certain. Regardez-le de nouveau.',
  '{label} must not be in the future': '{label} : pas dans le futur',
  'There is no such batch, or it is older than 30 days.': 'Ce lot n’existe pas, ou il a plus de 30 jours.',
  '{label} must be the id of a user who can sign in': '{label} : un utilisateur qui peut se connecter',
  '{label} must be {currency}, as the products are': '{label} : {currency}, comme les produits',
  '{label} must be {currency}, as the order is': '{label} : {currency}, comme la commande',
  '{label} is required before the draft is sent': '{label} : obligatoire avant l’envoi du brouillon',
  '{label} names no product of this shop': '{label} : aucun produit de cette boutique',
  'There is no such draft order.': 'Ce brouillon de commande n’existe pas.',
  '{label} would make more than {limit} lines': '{label} : cela ferait plus de {limit} lignes',
  '{label} cannot be delivered in the way of this order': '{label} : impossible à livrer par le mode de cette commande',
  '{label} names no line of this order': '{label} : aucune ligne de cette commande',
  '{label} would make the order cost more than an order can': '{label} : la commande coûterait plus que possible',
  '{label} is no carrier': '{label} : ce n’est pas un transporteur',
  '{label} must name a piece at least': '{label} : au moins une pièce',
  '{label} cannot be read. {refusal}': '{label} : lecture impossible. {refusal}',
  '{label} cannot be read: {refusal}': '{label} : lecture impossible, {refusal}',
  '{label} must have at most {limit} MB': '{label} : au plus {limit} Mo',
  '{label} must be a file in base64': '{label} : un fichier est attendu',
  'There is no such message.': 'Ce message n’existe pas.',
  'There is no such answer.': 'Cette réponse n’existe pas.',
  'There is no such note.': 'Cette note n’existe pas.',
  '{label} must have no comma': '{label} : pas de virgule',
  '{label} would make more than {limit} tags': '{label} : cela ferait plus de {limit} étiquettes',
  'The relay may still reply to this delivery until {time}.':
    'Le serveur de messagerie peut encore répondre à cet envoi jusqu’à {time}.',
  'This delivery is not in doubt; it is {state}.': 'Cet envoi n’est pas incertain ; il est {state}.',
  'There is no such delivery.': 'Cet envoi n’existe pas.',
  'A transfer of this order is in a file for the bank. Mark the file as sent, or discard it first.':
    'Un virement de cette commande est dans un fichier pour la banque. Marquez d’abord le fichier comme ' +
    'envoyé, ou abandonnez-le.',
  'Another account was given for this refund meanwhile. Look at it again.':
    'Un autre compte a été indiqué entre-temps pour ce remboursement. Regardez de nouveau.',
  'No money has come for this order, so none can go back.':
    'Aucun argent n’est arrivé pour cette commande, rien ne peut donc être remboursé.',
  'Nobody has begun to pay for this order.': 'Personne n’a commencé à payer cette commande.',
  'The provider has no money for this payment in its currency. Close it instead.':
    'Le prestataire n’a pas d’argent pour ce paiement dans sa devise. Fermez-le plutôt.',
  'This transfer is in a file for the bank. Name the file that you have sent, or discard it first.':
    'Ce virement est dans un fichier pour la banque. Indiquez le fichier envoyé, ou abandonnez-le d’abord.',
  '{label} is required for a credit note': '{label} : obligatoire pour un avoir',
  '{label} is for customers without an account': '{label} : seulement pour les clients sans compte',
  '{label} must be the id of a transfer, a colon and the ids of its orders':
    '{label} : le numéro d’un virement, deux-points et les numéros de ses commandes',
  '{label} must begin with the id of a transfer': '{label} : doit commencer par le numéro d’un virement',
  'no line names its columns: one must be called “Tracking number” and one “Order”':
    'aucune ligne ne nomme les colonnes. L’une doit s’appeler « Numéro de suivi » et une autre « Commande »',
  'it has more than {limit} rows': 'il y a plus de {limit} lignes',
  'it has no row with a number': 'aucune ligne n’a de numéro',
} as const
