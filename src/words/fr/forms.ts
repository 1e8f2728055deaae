/** Texts of forms, and the reasons why one was refused. The browser has these texts too. */
import type { forms as german } from '../de/forms.ts'
import type { Plural } from '../text.ts'

export const forms: Record<keyof typeof german, string | Plural> = {
  'Error: {title}': 'Erreur : {title}',
  '(optional)': '(facultatif)',
  'Go back': 'Retour',
  Close: 'Fermer',
  Yes: 'Oui',
  'There is a problem': 'Il y a un problème',
  'There is a problem with:': 'Il y a un problème avec :',
  'Sign in to continue': 'Connectez-vous pour continuer',
  Copied: 'Copié',
  'Unsaved changes': 'Modifications non enregistrées',
  '{count} unsaved changes': {
    one: '{count} modification non enregistrée',
    other: '{count} modifications non enregistrées',
  },
  Discard: 'Abandonner',
  'Save all': 'Tout enregistrer',
  'All changes saved.': 'Toutes les modifications sont enregistrées.',
  'Discard all unsaved changes on this page?': 'Abandonner toutes les modifications non enregistrées de cette page ?',
  'Your browser did not allow copying.': 'Votre navigateur n’a pas autorisé la copie.',
  'Too many attempts. Try again in {wait}.': 'Trop de tentatives. Réessayez dans {wait}.',
  'Please try again in {wait}.': 'Veuillez réessayer dans {wait}.',
  'a second': 'une seconde',
  '{count} seconds': { one: '{count} seconde', other: '{count} secondes' },
  '{count} minutes': { one: '{count} minute', other: '{count} minutes' },
  '{count} hours': { one: '{count} heure', other: '{count} heures' },
  'Reference: {id}': 'Référence : {id}',
  "You've been signed out. Sign in to continue.": 'Vous avez été déconnecté. Connectez-vous pour continuer.',
  "Confirm it's you to continue.": 'Confirmez que c’est bien vous pour continuer.',
  'We already accepted this form before you changed it. To send your changes too, press the button again.':
    'Nous avions déjà accepté ce formulaire avant que vous ne le modifiiez. Pour envoyer aussi vos ' +
    'modifications, appuyez de nouveau sur le bouton.',
  'The server gave an answer that could not be read. Nothing you typed is lost; please try again.':
    'La réponse du serveur est illisible. Rien de ce que vous avez saisi n’est perdu ; veuillez réessayer.',
  'The server could not be reached. Nothing you typed is lost; check your connection and try again.':
    'Le serveur est injoignable. Rien de ce que vous avez saisi n’est perdu ; vérifiez votre connexion et réessayez.',
  'The server did not answer, so it may or may not have done this. Nothing you typed is lost; please try again.':
    'Le serveur n’a pas répondu : l’opération a peut-être eu lieu. Rien de ce que vous avez saisi n’est perdu ; veuillez réessayer.',
  'You have changed the text on this page, and not saved it yet. Save it first.':
    'Vous avez modifié le texte de cette page sans l’enregistrer. Enregistrez-le d’abord.',
  'We could not verify this form. Allow cookies for this site, then send it again.':
    'Nous n’avons pas pu vérifier ce formulaire. Autorisez les cookies pour ce site, puis renvoyez-le.',
  'Another website sent this form. Open the page on this site and send it from there.':
    'Un autre site a envoyé ce formulaire. Ouvrez la page sur ce site et envoyez-le depuis celle-ci.',
  'Somebody has changed this since you read it. Read it again and repeat your change.':
    'Quelqu’un a modifié ceci entre-temps. Rechargez la page et refaites votre modification.',
  'The first request with this Idempotency-Key is still being worked on. Try again with the same key.':
    'Votre premier envoi est encore en cours. Veuillez réessayer dans un instant.',
  'The request did not arrive in time.': 'Votre demande n’est pas arrivée à temps.',
  'There is nothing at this address.': 'Il n’y a rien à cette adresse.',
  'There is no such product.': 'Ce produit n’existe pas.',
  'There is no such order, or it is not yours.': 'Cette commande n’existe pas, ou ce n’est pas la vôtre.',
  "We can't find that order.": 'Nous ne trouvons pas cette commande.',
  'You need the role {role} for this.': 'Il vous faut le rôle {role}.',
  'Something went wrong': 'Une erreur est survenue',
  '{label} is required': '{label} : champ obligatoire',
  'Enter how many pieces you send back': 'Indiquez combien d’articles vous renvoyez',
  '{label} must have at least {count} characters': {
    one: '{label} : au moins {count} caractère',
    other: '{label} : au moins {count} caractères',
  },
  '{label} must have at most {count} characters': {
    one: '{label} : au plus {count} caractère',
    other: '{label} : au plus {count} caractères',
  },
  '{label} must have at least {count} entries': {
    one: '{label} : au moins {count} entrée',
    other: '{label} : au moins {count} entrées',
  },
  '{label} must have at most {count} entries': {
    one: '{label} : au plus {count} entrée',
    other: '{label} : au plus {count} entrées',
  },
  '{label} must be at least {limit}': '{label} : au moins {limit}',
  '{label} must be at most {limit}': '{label} : au plus {limit}',
  '{label} must be at most {limit} in all': '{label} : au plus {limit} au total',
  '{label} must be one of {values}': '{label} : choisissez parmi {values}',
  '{label} must be a whole number': '{label} : saisissez un nombre entier',
  '{label} must be a string': '{label} : saisissez un texte',
  '{label} must be a date': '{label} : saisissez une date',
  '{label} must be a valid address, like name@example.com':
    '{label} : saisissez une adresse valide, comme nom@example.com',
  '{label} must begin with the two letters of a country, like DE123456789':
    '{label} : commencez par les deux lettres d’un pays, comme FR40303265045',
  '{label} must begin with EL, as numbers of Greece do': '{label} : commencez par EL, comme les numéros de Grèce',
  '{label} does not have the form of a number that begins with {country}. Check its letters and digits':
    '{label} n’a pas la forme d’un numéro qui commence par {country}. Vérifiez ses lettres et ses chiffres',
  '{label} is not an IBAN. It begins with two letters of a country':
    '{label} n’est pas un IBAN. Il commence par les deux lettres d’un pays',
  '{label} is too short or too long for an IBAN of this country':
    '{label} est trop court ou trop long pour un IBAN de ce pays',
  'This link has ended, or is incomplete. Reply to our email if your refund has not come.':
    'Ce lien n’est plus valable ou il est incomplet. Répondez à notre e-mail si votre remboursement n’est pas arrivé.',
  '{label} is not an IBAN. Check its digits': '{label} n’est pas un IBAN. Vérifiez les chiffres',
  'The invitation is unknown, used, withdrawn or expired; ask for a new one.':
    'L’invitation est inconnue, déjà utilisée, retirée ou expirée ; demandez-en une nouvelle.',
  '{label} contains an invisible character: type it anew':
    '{label} : un caractère invisible s’y trouve. Saisissez de nouveau',
  '{label} must be a valid email address': '{label} : saisissez une adresse e-mail valide',
  '{label} must include the country code, like +49 170 1234567':
    '{label} : ajoutez l’indicatif du pays, comme +33 6 12 34 56 78',
  '{label} must be an international number like +491701234567':
    '{label} : saisissez un numéro international, comme +33612345678',
  '{label} is in a country that we cannot send to': '{label} : nous ne pouvons pas envoyer de SMS dans ce pays',
  '{label} must be a country of two letters like DE (ISO 3166-1)':
    '{label} : saisissez un pays en deux lettres, comme FR',
  '{label} does not look like one of this country, such as {example}. Correct it, or send the form again to use it as it is':
    '{label} ne ressemble pas à ceux de ce pays, comme {example}. Corrigez, ou envoyez encore une fois pour garder votre saisie',
  '{label} has the wrong format': '{label} : le format n’est pas le bon',
  '{label} has the wrong type': '{label} : le type n’est pas le bon',
  '{label} must not contain the character U+0000': '{label} contient un caractère interdit (U+0000)',
  '{label} must not contain invisible marks that change the direction of text':
    '{label} contient des marques invisibles qui changent le sens du texte',
  '{label} must be one line': '{label} : une seule ligne',
  '{label} is already taken': '{label} : déjà pris',
  '{label} is already registered': '{label} : déjà enregistré',
  '{label} is already in use': '{label} : déjà utilisé',
  '{label} is no longer sold': '{label} n’est plus vendu',
  '{label} is not valid': '{label} : cette saisie n’est pas valide',
  '{label} is for none of these products': '{label} : ne s’applique à aucun de ces produits',
  '{label} is for orders of at least {least}, and these items cost {total}':
    '{label} : à partir de {least} de commande, et ces articles coûtent {total}',
  '{label} cannot be used for prices in {currency}': '{label} : ne s’applique pas aux prix en {currency}',
  '{label} must be a country that we deliver to': '{label} : choisissez un pays où nous livrons',
  '{label} is of a place that we do not deliver to': '{label} : nous ne livrons pas à cet endroit',
  '{label} does not go to this country. Choose again':
    '{label} : ce mode n’existe pas pour ce pays. Choisissez à nouveau',
  'This discount code has been used up. You can order without it.':
    'Ce code de réduction est épuisé. Vous pouvez commander sans lui.',
  'We cannot sell this to your country at the moment, because its VAT is not set up yet. Please try again later.':
    'Nous ne pouvons pas vendre ceci dans votre pays pour le moment, car sa TVA n’est pas encore configurée. Veuillez réessayer plus tard.',
  '{label} is wrong': '{label} : saisie incorrecte',
  '{label} could not be verified': '{label} : la vérification n’a pas pu être faite',
  '{label} must be 6 digits': '{label} : saisissez 6 chiffres',
  '{label} must be 16 letters and digits like abcd-efgh-ijkl-mnop':
    '{label} : saisissez 16 lettres et chiffres, comme abcd-efgh-ijkl-mnop',
  '{label} is too common or too easy to guess. Choose another one':
    '{label} est trop courant ou trop facile à deviner. Choisissez-en un autre',
  '{label} is in a collection of stolen passwords, which attackers try first; choose another':
    '{label} figure dans une collection de mots de passe volés, que les pirates essaient d’abord ; choisissez-en un autre',
  '{label} must be an amount like 24.50': '{label} : saisissez un montant, comme 24,50',
  '{label} must not be negative': '{label} : une valeur négative n’est pas possible',
  '{label} is too high': '{label} : valeur trop élevée',
  'Enter your name': 'Saisissez votre nom',
  'Choose a file first. An empty one cannot be read.':
    'Choisissez d’abord un fichier. Un fichier vide ne peut pas être lu.',
  'Wrong email or password.': 'E-mail ou mot de passe incorrect.',
  "That passkey wasn't accepted. Try again, or sign in with your password.":
    'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous avec votre mot de passe.',
  'That passkey was not accepted. Try again, or sign in another way.':
    'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous autrement.',
  "That code isn't right. Enter the newest code.": 'Ce code n’est pas le bon. Saisissez le code le plus récent.',
  "That recovery code isn't right, or was already used.": 'Ce code de secours n’est pas le bon, ou a déjà été utilisé.',
  "These codes don't belong to a free token with this serial number. Check all three.":
    'Ces codes n’appartiennent à aucun jeton libre portant ce numéro de série. Vérifiez les trois.',
  'This code was already used. Wait for the next code in your app (up to 30 seconds).':
    'Ce code a déjà été utilisé. Attendez le prochain code de votre application (jusqu’à 30 secondes).',
  'This recovery code was already used. Enter another one.':
    'Ce code de secours a déjà été utilisé. Saisissez-en un autre.',
  'This link has expired or was already used. Get a new link.':
    'Ce lien a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  'This link has expired, or belongs to an earlier email address.':
    'Ce lien a expiré, ou correspond à une ancienne adresse e-mail.',
  'This account has no phone number for sign-in codes.':
    'Ce compte n’a pas de numéro de téléphone pour les codes de connexion.',
  'You need at least one sign-in method. Add another before removing this one.':
    'Il vous faut au moins une méthode de connexion. Ajoutez-en une autre avant de retirer celle-ci.',
  'The clock of your phone is about {ahead} ahead. Set it to automatic, then enter the next code.':
    'L’horloge de votre téléphone avance d’environ {ahead}. Réglez-la sur automatique, puis saisissez le prochain code.',
  'This code is {age} old. Enter the one that is shown now. If it is that one, the clock of your phone is behind: set it to automatic.':
    'Ce code date de {age}. Saisissez celui qui est affiché maintenant. Si c’est celui-là, l’horloge de votre ' +
    'téléphone retarde : réglez-la sur automatique.',
  '"{factor}" is disabled, so its codes no longer sign you in. Use another second factor or a recovery code, then set it up again.':
    '« {factor} » est désactivé : ses codes ne vous connectent plus. Utilisez un autre second facteur ou un code ' +
    'de secours, puis configurez-le de nouveau.',
  'This sign-in attempt has ended or was already completed. Sign in again.':
    'Cette tentative de connexion est terminée ou a déjà abouti. Reconnectez-vous.',
  'This session has been ended. Sign in again.': 'Cette session a été fermée. Reconnectez-vous.',
  'This session was ended after {count} wrong codes. Sign in again.':
    'Cette session a été fermée après {count} codes erronés. Reconnectez-vous.',
  'This second factor does not exist, or its setup took too long. Start again.':
    'Ce second facteur n’existe pas, ou sa configuration a trop duré. Recommencez.',
  'This session does not exist or has ended.': 'Cette session n’existe pas ou est terminée.',
  'Your account has {count} second factors. Remove one that you no longer use.':
    'Votre compte a {count} seconds facteurs. Retirez-en un que vous n’utilisez plus.',
  'This shop sends no text messages. Use another second factor.':
    'Cette boutique n’envoie pas de SMS. Utilisez un autre second facteur.',
  'The text message could not be sent.': 'Le SMS n’a pas pu être envoyé.',
  "This browser doesn't support passkeys.": 'Ce navigateur ne prend pas en charge les clés d’accès.',
  'This device already has a passkey for your account.': 'Cet appareil possède déjà une clé d’accès pour votre compte.',
  "Passkey not added. It was cancelled or isn't available on this device. Try again, or choose another way.":
    'Clé d’accès non ajoutée. L’opération a été annulée ou n’est pas disponible sur cet appareil. Réessayez, ou choisissez un autre moyen.',
  "Passkey not used. It was cancelled or isn't available on this device.":
    'Clé d’accès non utilisée. L’opération a été annulée ou n’est pas disponible sur cet appareil.',
  'You have open orders: {orders}. You can delete your account when they are delivered and paid, or cancelled, and nothing comes back anymore.':
    'Vous avez des commandes en cours : {orders}. Vous pourrez supprimer votre compte quand elles seront livrées ' +
    'et payées, ou annulées, et que plus rien ne sera en retour.',
  'Staff cannot delete their account. Ask an admin to make you a customer first.':
    'Le personnel ne peut pas supprimer son compte. Demandez à un administrateur de faire de vous un client d’abord.',
  '{name} is out of stock.': '{name} est en rupture de stock.',
  '{name}: only {left} left.': '{name} : il n’en reste que {left}.',
  'Only {left} left.': 'Il n’en reste que {left}.',
  'Only {left} left ({count} are already in your cart).': {
    one: 'Il n’en reste que {left} ({count} est déjà dans votre panier).',
    other: 'Il n’en reste que {left} ({count} sont déjà dans votre panier).',
  },
  '{name} cannot be ordered: it is discontinued.': '{name} ne peut pas être commandé : il n’est plus vendu.',
  '{name} cannot be ordered: it is coming soon.': '{name} ne peut pas encore être commandé : il arrive bientôt.',
  '{name} is in stock. You can order it now.': '{name} est en stock. Vous pouvez le commander maintenant.',
  'The order now costs {new}, not {old}.': 'La commande coûte maintenant {new}, et non {old}.',
  'This product is not in your cart.': 'Ce produit n’est pas dans votre panier.',
  '{name} must be at most {limit} MB': '{name} doit faire au plus {limit} Mo',
  'Authenticator app': 'Application d’authentification',
  'Text message': 'SMS',
  'Hardware token': 'Jeton matériel',
  Passkey: 'Clé d’accès',
  'Your request was accepted, but the result could not be shown. Please reload the page.':
    'Votre demande a été acceptée, mais le résultat n’a pas pu être affiché. Veuillez recharger la page.',
  "We've sent a new link to {sentTo}.": 'Nous avons envoyé un nouveau lien à {sentTo}.',
  'Your email address is confirmed already.': 'Votre adresse e-mail est déjà confirmée.',
  '{label} is not a valid phone number': '{label} n’est pas un numéro de téléphone valide',
  '{label} cannot be reached': '{label} est injoignable',
  '{label} is a short code, which cannot receive codes':
    '{label} est un numéro court, qui ne peut pas recevoir de codes',
  '{label} has opted out of our messages; send START to our number to receive them again':
    '{label} s’est désabonné de nos messages ; envoyez START à notre numéro pour les recevoir de nouveau',
  '{label} cannot receive text messages': '{label} ne peut pas recevoir de SMS',
  '{label} is a landline, which cannot receive text messages':
    '{label} est une ligne fixe, qui ne peut pas recevoir de SMS',
  'The text message was not sent: too many are on their way at the moment. Try again in half a minute.':
    'Le SMS n’a pas été envoyé : trop de messages sont en route en ce moment. Réessayez dans une demi-minute.',
  'The text message could not be sent at the moment. Try again, or use another second factor.':
    'Le SMS n’a pas pu être envoyé pour le moment. Réessayez, ou utilisez un autre second facteur.',
  "You don't have access": 'Vous n’avez pas accès',
  'This page does not exist': 'Cette page n’existe pas',
  'We will be right back': 'Nous revenons tout de suite',
  '“{words}”': '« {words} »',
  '{label} is sold in {own}, the rest of the order in {other}':
    '{label} est vendu en {own}, le reste de la commande en {other}',
  Items: 'Articles',
  Country: 'Pays',
  'Order ids': 'Commandes',
}
