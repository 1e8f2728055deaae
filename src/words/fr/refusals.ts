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
  '{label} has a wrong digit. Check its letters and digits':
    '{label} : un chiffre est faux. Vérifiez les lettres et les chiffres',
  'There is no such order, or its link has ended.': 'Cette commande n’existe pas, ou son lien n’est plus valable.',
  'This order belongs to an account now. Sign in.': 'Cette commande appartient désormais à un compte. Connectez-vous.',
  'This link has ended. A newer email has another one, or ask the shop to send it again.':
    'Ce lien n’est plus valable. Un e-mail plus récent en contient un autre, ou demandez-en un nouveau à ' +
    'la boutique.',
  'This order is open. Its data can be deleted when it is delivered and paid, or cancelled, and nothing comes back anymore.':
    'Cette commande est en cours. Ses données pourront être supprimées quand elle sera livrée et payée, ' +
    'ou annulée, et que plus rien ne reviendra.',
  '{label} must not be the name of this shop': '{label} : pas le nom de cette boutique',
  '{label} is published; choose another': '{label} : déjà publié ; choisissez-en un autre',
  '{label} is among the most common ones, which attackers try first; choose another':
    '{label} : parmi les plus courants, que les attaquants essaient d’abord ; choisissez-en un autre',
  '{label} must not be your email address or your name': '{label} : ni votre adresse e-mail, ni votre nom',
  'Staff ask an admin of the shop to reset their second factors.':
    'Le personnel demande à un administrateur de la boutique de réinitialiser ses seconds facteurs.',
  'This account has no second factor yet. Sign in, and set one up.':
    'Ce compte n’a pas encore de second facteur. Connectez-vous et configurez-en un.',
  'Nobody has confirmed the email address of this account, so no link can go there. Write to the shop.':
    'L’adresse e-mail de ce compte n’a jamais été confirmée, aucun lien ne peut donc y être envoyé. ' +
    'Écrivez à la boutique.',
  'This account has a second factor. Sign in with it, then add a passkey to your account.':
    'Ce compte a un second facteur. Connectez-vous avec lui, puis ajoutez une clé d’accès.',
  'The email address or the password is wrong.': 'L’adresse e-mail ou le mot de passe est faux.',
  'Sign in first.': 'Connectez-vous d’abord.',
  '{label} names no product': '{label} : aucun produit',
  '{label} must be one of the choices': '{label} : choisissez dans la liste',
  '{label} is not known. {hint}': '{label} : inconnu. {hint}',
  '{label} is not known': '{label} : inconnu',
  'There is no such return.': 'Ce retour n’existe pas.',
  'There is no such order.': 'Cette commande n’existe pas.',
  '{label} must be at least {limit}, the pieces that are shipped':
    '{label} : au moins {limit}, le nombre de pièces expédiées',
  'This transfer is in a file for the bank, so its account cannot change anymore.':
    'Ce virement est déjà dans un fichier pour la banque, son compte ne peut donc plus changer.',
  'This account has no phone for codes by text message.': 'Ce compte n’a pas de téléphone pour des codes par SMS.',
  'Nobody has asked for recovery of this account, or the request has ended.':
    'Personne n’a demandé la récupération de ce compte, ou la demande est terminée.',
  'This link is incomplete. Copy the whole link from the email.':
    'Ce lien est incomplet. Copiez le lien entier de l’e-mail.',
}
