/** Reasons why the shop did not do what a customer asked for, in whole sentences. The browser has these words too. */
import type { refusals as german } from '../de/refusals.ts'
import type { Plural } from '../text.ts'

export const refusals: Record<keyof typeof german, string | Plural> = {
  'The order is already cancelled.': 'La commande est déjà annulée.',
  'The order is processing and cannot become cancelled; only placed orders can.':
    'La commande est déjà en préparation et ne peut plus être annulée. Écrivez-nous.',
  'The order is shipped and cannot become cancelled; only placed orders can.':
    'La commande est déjà expédiée et ne peut plus être annulée.',
  'The order is delivered and cannot become cancelled; only placed orders can.':
    'La commande est déjà livrée et ne peut plus être annulée.',
  'The order is shipped and cannot become cancelled; only placed or processing orders can.':
    'La commande est déjà expédiée et ne peut plus être annulée.',
  'The order is delivered and cannot become cancelled; only placed or processing orders can.':
    'La commande est déjà livrée et ne peut plus être annulée.',
  'The order costs nothing.': 'Cette commande ne coûte rien.',
  'The order is cancelled.': 'La commande est annulée.',
  'The order is paid.': 'La commande est payée.',
  'The payment is being stopped. Try again in a moment.':
    'Le paiement est en cours d’annulation. Réessayez dans un instant.',
  'The payment is being taken.': 'Le paiement est en cours d’encaissement.',
  'The order has a payment already.': 'Un paiement existe déjà pour cette commande.',
  'You have {count} orders that are neither paid nor in process, and no more are allowed. Cancel some, or wait until they are paid.':
    'Vous avez {count} commandes qui ne sont ni payées ni en préparation, et vous ne pouvez pas en passer ' +
    'davantage. Annulez-en, ou attendez qu’elles soient payées.',
  'Your network has {count} orders that are neither paid nor in process, and no more are allowed. Cancel some, or wait until they are paid.':
    'Depuis votre réseau, {count} commandes ne sont ni payées ni en préparation, et il n’est pas possible d’en ' +
    'passer davantage. Annulez-en, ou attendez qu’elles soient payées.',
  'With this order you would have {pieces} pieces in orders that are neither paid nor in process, and {most} are allowed. Order less, cancel some, or wait until they are paid.':
    'Avec cette commande, vous auriez {pieces} articles dans des commandes qui ne sont ni payées ni en ' +
    'préparation ; {most} sont possibles. Commandez moins, annulez-en, ou attendez qu’elles soient payées.',
  'With this order your network would have {pieces} pieces in orders that are neither paid nor in process, and {most} are allowed. Order less, cancel some, or wait until they are paid.':
    'Avec cette commande, votre réseau aurait {pieces} articles dans des commandes qui ne sont ni payées ni en ' +
    'préparation ; {most} sont possibles. Commandez moins, annulez-en, ou attendez qu’elles soient payées.',
  '{label} must be invoice. Amounts in {currency} cannot be paid online':
    '{label} : les montants en {currency} ne peuvent pas être payés en ligne',
  '{label} must be invoice. Online payments begin at {least}':
    '{label} : le paiement en ligne est possible à partir de {least}',
  '{label} must be invoice. Online payments end at {most}':
    '{label} : le paiement en ligne est possible jusqu’à {most}',
  '{label} must be invoice. {total} cannot be paid online, only multiples of {step}':
    '{label} : {total} ne peuvent pas être payés en ligne, seulement des multiples de {step}',
  '{label} must be invoice. This shop takes no payments online':
    '{label} : cette boutique n’accepte pas de paiement en ligne',
  'Something went wrong on our side. Quote the request id when you ask for help.':
    'Une erreur est survenue de notre côté. Indiquez la référence si vous demandez de l’aide.',
  'The service cannot reach its database at the moment. Try again, with the same Idempotency-Key if there was one.':
    'La boutique n’accède pas à ses données pour le moment. Veuillez réessayer.',
  'The service has no room to store anything at the moment. Nothing was changed. Try again later.':
    'La boutique ne peut rien enregistrer pour le moment. Rien n’a été modifié. Veuillez réessayer plus tard.',
  'Another operation holds the data that this request needs. Try again, with the same Idempotency-Key if there was one.':
    'Une autre opération utilise les mêmes données. Veuillez réessayer.',
  'The service is read-only at the moment. Nothing was changed. Try again later.':
    'La boutique n’accepte aucune modification pour le moment. Rien n’a été modifié. Veuillez réessayer plus tard.',
  'The service has no free connection to its database at the moment. Try again soon.':
    'La boutique est très sollicitée en ce moment. Veuillez réessayer bientôt.',
  'The service is overloaded at the moment. Try again soon.':
    'La boutique est surchargée en ce moment. Veuillez réessayer bientôt.',
  'The database did not answer in time, so your request may have been carried out. Try again, with the same Idempotency-Key if there was one.':
    'La réponse n’est pas arrivée à temps ; votre demande a peut-être été exécutée. Veuillez réessayer.',
  'The request body is larger than 1 MiB.': 'Votre saisie est trop volumineuse : 1 Mo au maximum.',
  'The address is not a valid URL.': 'Cette adresse n’est pas une URL valide.',
  'Method {method} is not allowed. Use {use}.': 'La méthode {method} n’est pas autorisée ici. Utilisez {use}.',
  'This token is from the first sign-in step. Enter the second factor first.':
    'Votre connexion n’est pas terminée. Saisissez d’abord le second facteur.',
  'You entered your second factor a while ago. Enter it again, then repeat this request.':
    'Vous avez saisi votre second facteur il y a un certain temps. Saisissez-le de nouveau, puis réessayez.',
  'There is no such notification, or it is not yours.': 'Cette notification n’existe pas ou n’est pas la vôtre.',
  '{label} must be given only once': '{label} : une seule fois',
  'We cannot read this request': 'Nous ne pouvons pas lire cette demande',
  'That took too long': 'Cela a pris trop de temps',
  'That is too large': 'C’est trop volumineux',
  'Too many attempts': 'Trop de tentatives',
  'That did not work': 'Cela n’a pas fonctionné',
  '{label} must be a currency of three letters like EUR': '{label} : saisissez une devise en trois lettres, comme EUR',
  'This code was already used. Wait for the next one and enter that.':
    'Ce code a déjà été utilisé. Attendez le suivant et saisissez-le.',
  '{name}: only {left} left to return.': '{name} : vous pouvez encore en renvoyer {left}.',
  'This person is staff already.': 'Cette personne travaille déjà ici.',
  'This invitation was already used or withdrawn, has expired, or is for another address. Ask for a new one.':
    'Cette invitation a déjà été utilisée ou retirée, a expiré ou concerne une autre adresse. Demandez-en une nouvelle.',
  'Your address book has 20 addresses. Remove one that you no longer use.':
    'Votre carnet contient 20 adresses. Supprimez-en une que vous n’utilisez plus.',
  'Your address book has this address already.': 'Votre carnet contient déjà cette adresse.',
  'There is no such address in your address book.': 'Cette adresse n’est pas dans votre carnet.',
}
