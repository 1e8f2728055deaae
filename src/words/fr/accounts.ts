/** The pages of accounts. */
import type { accounts as german } from '../de/accounts.ts'
import type { Plural } from '../text.ts'

export const accounts: Record<keyof typeof german, string | Plural> = {
  // Fields and parts of several pages
  Email: 'E-mail',
  Name: 'Nom',
  Code: 'Code',
  Phone: 'Téléphone',
  Password: 'Mot de passe',
  Show: 'Afficher',
  'New password': 'Nouveau mot de passe',
  Token: 'Jeton',
  'From your authenticator app.': 'Depuis votre application d’authentification.',
  'The code is sent as soon as you have entered all six digits.':
    'Le code est envoyé dès que vous avez saisi les six chiffres.',
  'At least 8 characters. A few random words work best.':
    'Au moins 8 caractères. Le mieux : quelques mots pris au hasard.',
  'Passkeys need a host name. Open this page at {address}.':
    'Les clés d’accès ont besoin d’un nom d’hôte. Ouvrez cette page à l’adresse {address}.',
  "You're signed in as {name}. <a>Your account</a>": 'Vous êtes connecté en tant que {name}. <a>Votre compte</a>',
  'Sign in or create an account to order with it. Your cart stays as it is.':
    'Connectez-vous ou créez un compte pour commander avec celui-ci. Votre panier reste tel quel.',
  'Your account': 'Votre compte',
  'A passkey needs JavaScript.': 'Une clé d’accès a besoin de JavaScript.',
  'Use a recovery code': 'Utiliser un code de secours',
  'Recovery code': 'Code de secours',
  'Use a passkey': 'Utiliser une clé d’accès',
  'Text me a code': 'M’envoyer un code par SMS',
  'Text me a code instead': 'M’envoyer plutôt un code par SMS',
  "We've sent a code to {sentTo}. It's valid for 5 minutes.":
    'Nous avons envoyé un code au {sentTo}. Il est valable 5 minutes.',
  Confirm: 'Confirmer',
  'Saved.': 'Enregistré.',
  // Passwords and email addresses
  'Forgot your password?': 'Mot de passe oublié ?',
  "Enter your email and we'll send you a link to choose a new one.":
    'Saisissez votre adresse e-mail : nous vous enverrons un lien pour en choisir un nouveau.',
  'Send Reset Link': 'Envoyer le lien de réinitialisation',
  "If that address is registered, a reset link is on its way. It's valid for 30 minutes. Not there after a minute? Check the spelling and your spam folder, or send it again.":
    'Si cette adresse est enregistrée, un lien est en route. Il est valable 30 minutes. Toujours rien après une ' +
    'minute ? Vérifiez l’orthographe et vos courriers indésirables, ou renvoyez-le.',
  'Back to sign in': 'Retour à la connexion',
  'Set new password': 'Enregistrer le nouveau mot de passe',
  'Your password has been changed. Sign in with the new one.':
    'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.',
  'Get a new link': 'Demander un nouveau lien',
  'This link no longer works': 'Ce lien ne fonctionne plus',
  'It was already used, is older than 30 minutes, or is incomplete.':
    'Il a déjà été utilisé, date de plus de 30 minutes ou est incomplet.',
  'Send a new link': 'Envoyer un nouveau lien',
  'Confirm your email': 'Confirmer votre adresse e-mail',
  'This confirms {email}.': 'Cela confirme {email}.',
  'Is this your account?': 'Est-ce votre compte ?',
  'Created on': 'Créé le',
  'Your email is confirmed': 'Votre adresse e-mail est confirmée',
  'This address is already confirmed. There is nothing left to do.':
    'Cette adresse est déjà confirmée. Il n’y a plus rien à faire.',
  'Thank you. Your email address is verified.': 'Merci. Votre adresse e-mail est confirmée.',
  'This confirmation link no longer works': 'Ce lien de confirmation ne fonctionne plus',
  'It has expired, is incomplete, or belongs to an earlier address.':
    'Il a expiré, est incomplet ou correspond à une ancienne adresse.',
  'The newest email that we sent you has the link that works. <a>Your account</a> shows your address.':
    'Le lien de notre e-mail le plus récent fonctionne. <a>Votre compte</a> indique votre adresse.',
  'Is this account not yours?': 'Ce compte n’est pas le vôtre ?',
  'Somebody has created an account with your email address. You can take the address back and use it for an account of your own.':
    'Quelqu’un a créé un compte avec votre adresse e-mail. Vous pouvez reprendre cette adresse et l’utiliser pour votre propre compte.',
  'If the account is yours and you only forgot the password, <a>choose a new password</a> instead. Orders and sign-in methods stay with the account that loses the address.':
    'Si le compte est le vôtre et que vous avez seulement oublié le mot de passe, <a>choisissez plutôt un ' +
    'nouveau mot de passe</a>. Les commandes et les méthodes de connexion restent au compte qui perd l’adresse.',
  'Release my address': 'Libérer mon adresse',
  'Release this address? You can then no longer sign in to that account with it.':
    'Libérer cette adresse ? Elle ne permettra plus de se connecter à ce compte.',
  'Your email address no longer belongs to that account. You can create your own.':
    'Votre adresse e-mail n’appartient plus à ce compte. Vous pouvez créer le vôtre.',
  'It has expired, is incomplete, or the owner of the account has confirmed this address.':
    'Il a expiré, est incomplet, ou le titulaire du compte a confirmé cette adresse.',
  // Sign-in
  "You're signed in.": 'Vous êtes connecté.',
  or: 'ou',
  'You are signing in as {email}.': 'Vous vous connectez en tant que {email}.',
  'Enter your code': 'Saisissez votre code',
  'Enter your 6-digit code': 'Saisissez votre code à 6 chiffres',
  'Use your passkey': 'Utilisez votre clé d’accès',
  "We've sent a code to {sentTo}. It's valid for 5 minutes. Enter it in the field “Code”. Nothing after 30 seconds? <a>Send another</a>":
    'Nous avons envoyé un code au {sentTo}. Il est valable 5 minutes. Saisissez-le dans le champ « Code ». Rien ' +
    'après 30 secondes ? <a>En envoyer un autre</a>',
  'One of the codes you saved, like abcd-efgh-ijkl-mnop. Each works once.':
    'L’un des codes que vous avez gardés, comme abcd-efgh-ijkl-mnop. Chacun sert une fois.',
  'Start again': 'Recommencer',
  'Sign in another way': 'Se connecter autrement',
  'Enter your email and password first.': 'Saisissez d’abord votre adresse e-mail et votre mot de passe.',
  'From your hardware token.': 'Depuis votre jeton matériel.',
  'From your authenticator app or hardware token.':
    'Depuis votre application d’authentification ou votre jeton matériel.',
  'From your authenticator app or text message.': 'Depuis votre application d’authentification ou un SMS.',
  'From your hardware token or text message.': 'Depuis votre jeton matériel ou un SMS.',
  'From your authenticator app, hardware token or text message.':
    'Depuis votre application d’authentification, votre jeton matériel ou un SMS.',
  'From a text message. Ask for it below.': 'Depuis un SMS. Demandez-le ci-dessous.',
  // Registration
  'Include the country code, like +49 170 1234567. To get sign-in codes by text message, confirm it on your account page later.':
    'Avec l’indicatif du pays, comme +33 6 12 34 56 78. Pour recevoir des codes de connexion par SMS, ' +
    'confirmez-le plus tard sur la page de votre compte.',
  'Create account': 'Créer le compte',
  "Next you'll set up how you sign in: an authenticator app (Google Authenticator, 1Password …), or a passkey if this device keeps them.":
    'Ensuite, vous définirez votre mode de connexion : une application d’authentification (Google Authenticator, ' +
    '1Password…), ou une clé d’accès si cet appareil en conserve.',
  'Already have an account? <a>Sign in</a>': 'Vous avez déjà un compte ? <a>Se connecter</a>',
  'Secure your account': 'Sécurisez votre compte',
  'Sign in with this device': 'Se connecter avec cet appareil',
  'Next time, your fingerprint, your face or the PIN of this device signs you in. No code is needed.':
    'La prochaine fois, votre empreinte, votre visage ou le code PIN de cet appareil vous connecte. Aucun code à saisir.',
  'Create a passkey': 'Créer une clé d’accès',
  'Use an authenticator app instead': 'Utiliser plutôt une application d’authentification',
  '1. Add this account to your authenticator app': '1. Ajoutez ce compte à votre application d’authentification',
  'Open your authenticator app': 'Ouvrir votre application d’authentification',
  'Use another device': 'Utiliser un autre appareil',
  'Or enter this key by hand:': 'Ou saisissez cette clé à la main :',
  'You are creating the account of {email}. <a>Correct the address</a>':
    'Vous créez le compte de {email}. <a>Corriger l’adresse</a>',
  '1. Scan this QR code with your authenticator app': '1. Scannez ce code QR avec votre application d’authentification',
  'Picture to scan with your authenticator app': 'Image à scanner avec votre application d’authentification',
  'On this phone? <a>Open your authenticator app</a>. Or enter this key by hand:':
    'Sur ce téléphone ? <a>Ouvrez votre application d’authentification</a>. Ou saisissez cette clé à la main :',
  Copy: 'Copier',
  'Copy all': 'Tout copier',
  Print: 'Imprimer',
  '2. Enter the 6-digit code from the app': '2. Saisissez le code à 6 chiffres de l’application',
  'Confirm and sign in': 'Confirmer et se connecter',
  'Your account is ready': 'Votre compte est prêt',
  'Save your recovery codes': 'Gardez vos codes de secours',
  "If you lose your phone, each code signs you in once. We can't show them again.":
    'Si vous perdez votre téléphone, chaque code vous connecte une fois. Nous ne pourrons plus les afficher.',
  "We've also sent a link to {email}. It confirms your address.":
    'Nous avons aussi envoyé un lien à {email}. Il confirme votre adresse.',
  "I've saved them. Continue": 'Je les ai gardés. Continuer',
  "I've saved them. Go to checkout": 'Je les ai gardés. Continuer la commande',
  "Your account is ready. If you haven't saved your recovery codes, generate new ones on your account page: we can't show them again.":
    'Votre compte est prêt. Si vous n’avez pas gardé vos codes de secours, générez-en de nouveaux sur la page de ' +
    'votre compte : nous ne pouvons plus les afficher.',
  'Continue as {name}': 'Continuer en tant que {name}',
  '<a>Sign in</a> or <b>start again</b>': '<a>Se connecter</a> ou <b>recommencer</b>',
  // The account page
  Profile: 'Profil',
  'Sign-in methods': 'Méthodes de connexion',
  Devices: 'Appareils',
  Notifications: 'Notifications',
  'Your data': 'Vos données',
  Save: 'Enregistrer',
  "You sign in with this address. Changes apply immediately; we'll email the new address a confirmation link.":
    'Vous vous connectez avec cette adresse. Le changement prend effet aussitôt ; nous enverrons un lien de ' +
    'confirmation à la nouvelle adresse.',
  'Change email': 'Changer d’adresse e-mail',
  'Email changed. Check your inbox to confirm the new address.':
    'Adresse e-mail modifiée. Consultez votre boîte de réception pour confirmer la nouvelle adresse.',
  confirmed: 'confirmée',
  'not confirmed yet': 'pas encore confirmée',
  'Email me a new link': 'M’envoyer un nouveau lien par e-mail',
  'Your role counts again once you have confirmed your email address. Open the link in our email, or ask for a new one on your account page.':
    'Votre rôle comptera de nouveau dès que vous aurez confirmé votre adresse e-mail. Ouvrez le lien de notre ' +
    'e-mail, ou demandez-en un nouveau sur la page de votre compte.',
  'The console speaks it too, even if the shop does not.':
    'La console parle aussi cette langue, même si la boutique ne la propose pas.',
  'Language of pages and emails': 'Langue des pages et des e-mails',
  'Change language': 'Changer de langue',
  'Current password': 'Mot de passe actuel',
  'Change password': 'Changer le mot de passe',
  'Password changed. You have been signed out everywhere else.':
    'Mot de passe modifié. Vous avez été déconnecté partout ailleurs.',
  // Second factors
  'Two-step verification': 'Validation en deux étapes',
  'You need at least one sign-in method. To remove this one, add another first.':
    'Il vous faut au moins une méthode de connexion. Pour retirer celle-ci, ajoutez-en d’abord une autre.',
  'Your sign-in methods': 'Vos méthodes de connexion',
  "All of your sign-in methods are disabled. Add a new one now. Without it, or a recovery code, you can't sign in again.":
    'Toutes vos méthodes de connexion sont désactivées. Ajoutez-en une nouvelle maintenant. Sans elle, ou sans ' +
    'code de secours, vous ne pourrez plus vous connecter.',
  Added: 'Ajouté',
  disabled: 'désactivé',
  'To tell your devices apart.': 'Pour distinguer vos appareils.',
  'Add an authenticator app': 'Ajouter une application d’authentification',
  'Phone number': 'Numéro de téléphone',
  'With the country code, like +49 170 1234567.': 'Avec l’indicatif du pays, comme +33 6 12 34 56 78.',
  'Add a phone': 'Ajouter un téléphone',
  'Serial number': 'Numéro de série',
  'On the back of the token.': 'Au dos du jeton.',
  'First code': 'Premier code',
  'Next code': 'Code suivant',
  'Add a hardware token': 'Ajouter un jeton matériel',
  'Hardware token added.': 'Jeton matériel ajouté.',
  'To tell your devices apart. A passkey signs you in without your password.':
    'Pour distinguer vos appareils. Une clé d’accès vous connecte sans mot de passe.',
  'Add a passkey': 'Ajouter une clé d’accès',
  'Passkey added.': 'Clé d’accès ajoutée.',
  Remove: 'Retirer',
  'Remove this sign-in method? You will no longer be able to use it.':
    'Retirer cette méthode de connexion ? Vous ne pourrez plus l’utiliser.',
  'Sign-in method removed.': 'Méthode de connexion retirée.',
  'Confirm your new sign-in method': 'Confirmer votre nouvelle méthode de connexion',
  'Sign-in method added.': 'Méthode de connexion ajoutée.',
  'From the text message.': 'Depuis le SMS.',
  'Back to your account': 'Retour à votre compte',
  'Recovery codes': 'Codes de secours',
  'You have {count} unused recovery codes.': {
    one: 'Il vous reste {count} code de secours inutilisé.',
    other: 'Il vous reste {count} codes de secours inutilisés.',
  },
  'Generate new codes': 'Générer de nouveaux codes',
  'Generate new recovery codes? Your current ones will stop working.':
    'Générer de nouveaux codes de secours ? Vos codes actuels ne fonctionneront plus.',
  "Confirm it's you": 'Confirmez que c’est bien vous',
  "You signed in a while ago. To change your email, sign-in methods or recovery codes, to download data, or to delete your account, confirm it's you. We'll remember for 10 minutes.":
    'Votre connexion date d’un moment. Pour modifier votre adresse e-mail, vos méthodes de connexion ou vos ' +
    'codes de secours, télécharger vos données ou supprimer votre compte, confirmez que c’est bien vous. Nous ' +
    'nous en souviendrons pendant 10 minutes.',
  "Thank you. We know it's you for the next 10 minutes.": 'Merci. La confirmation vaut pour les 10 prochaines minutes.',
  // Sessions
  'Active sessions': 'Sessions actives',
  'Your sessions': 'Vos sessions',
  Device: 'Appareil',
  'IP address': 'Adresse IP',
  Kind: 'Type',
  'Last used': 'Dernière utilisation',
  'This device': 'Cet appareil',
  Unknown: 'Inconnu',
  End: 'Fermer',
  'Session ended.': 'Session fermée.',
  'End all other sessions': 'Fermer toutes les autres sessions',
  'All other sessions are ended.': 'Toutes les autres sessions sont fermées.',
  // Emails and data
  'We always email you about your orders and the security of your account. Everything else is up to you.':
    'Nous vous écrivons toujours au sujet de vos commandes et de la sécurité de votre compte. Pour le reste, c’est vous qui décidez.',
  "If you turn it off, we also don't tell you about products that are back, unless you ask again.":
    'Si vous désactivez cette option, nous ne vous préviendrons pas non plus du retour d’un produit, sauf si vous le redemandez.',
  'Save choices': 'Enregistrer les choix',
  'Get a copy of everything we keep about you, as a JSON file. It has the messages that you sent us while signed in, and those from your current address since you confirmed it. For others, <a>write to us</a>.':
    'Obtenez une copie de tout ce que nous conservons à votre sujet, en un fichier JSON. Elle contient les ' +
    'messages que vous nous avez envoyés en étant connecté, et ceux de votre adresse actuelle depuis que vous ' +
    'l’avez confirmée. Pour les autres, <a>écrivez-nous</a>.',
  'Your address is not confirmed. Messages that you send us from this address without signing in, before you confirm it, are neither in the copy nor deleted with your account.':
    'Votre adresse n’est pas confirmée. Les messages que vous nous envoyez de cette adresse sans être connecté, ' +
    'avant de la confirmer, ne figurent pas dans la copie et ne sont pas supprimés avec votre compte.',
  'Download your data': 'Télécharger vos données',
  "Confirm it's you to download your data": 'Confirmez que c’est bien vous pour télécharger vos données',
  'Delete your account': 'Supprimer votre compte',
  'We delete your profile, your sign-in methods and those messages. We keep your orders without your name and address, but with their country. We keep your invoices as they are for as long as the law asks. Orders must be delivered and paid, or cancelled, first.':
    'Nous supprimons votre profil, vos méthodes de connexion et ces messages. Nous conservons vos commandes sans ' +
    'votre nom ni votre adresse, mais avec leur pays. Nous conservons vos factures telles quelles aussi ' +
    'longtemps que la loi l’exige. Les commandes doivent d’abord être livrées et payées, ou annulées.',
  'Delete my account': 'Supprimer mon compte',
  'Delete your account? You cannot undo this.': 'Supprimer votre compte ? Cette action est irréversible.',
  'Your account is deleted. We have sent you one last email.':
    'Votre compte est supprimé. Nous vous avons envoyé un dernier e-mail.',
  'Unsubscribe from announcements?': 'Ne plus recevoir nos annonces ?',
  "You'll still get emails about your orders and your account. If you asked us to tell you when a product is back, please ask again on its page.":
    'Vous recevrez toujours les e-mails sur vos commandes et votre compte. Si vous nous aviez demandé de vous ' +
    'prévenir du retour d’un produit, redemandez-le sur sa page.',
  Unsubscribed: 'Désabonné',
  'You are unsubscribed': 'Vous êtes désabonné',
  "We won't send you announcements from now on. Changed your mind? <a>Choose your emails</a>.":
    'Nous ne vous enverrons plus d’annonces. Vous avez changé d’avis ? <a>Choisissez vos e-mails</a>.',
  Invitation: 'Invitation',
  'Accept the invitation': 'Accepter l’invitation',
  'You now work for this shop. Sign in once more to begin.':
    'Vous travaillez maintenant pour cette boutique. Connectez-vous encore une fois pour commencer.',
  'You are invited to work here': 'Vous êtes invité à travailler ici',
  'This invitation is for {email}.': 'Cette invitation est destinée à {email}.',
  "Choose a password. Next you'll set up a passkey or an authenticator app, and then you can begin.":
    'Choisissez un mot de passe. Vous configurerez ensuite une clé d’accès ou une application ' +
    'd’authentification, puis vous pourrez commencer.',
  'You have an account with this address. Sign in to accept.':
    'Vous avez un compte avec cette adresse. Connectez-vous pour accepter.',
  'You have never made one? <a>Take the address back</a> first.':
    'Vous n’en avez jamais créé ? <a>Récupérez d’abord l’adresse</a>.',
  'You will be signed out, because you sign in for shorter times when you work here.':
    'Vous serez déconnecté, car les sessions de ceux qui travaillent ici sont plus courtes.',
  "You're signed in as {name}. Sign out first, then open the link in our email again.":
    'Vous êtes connecté en tant que {name}. Déconnectez-vous d’abord, puis ouvrez de nouveau le lien de notre e-mail.',
  'This invitation no longer works': 'Cette invitation n’est plus valable',
  'It was already used or withdrawn, is older than 7 days, or is incomplete.':
    'Elle a déjà été utilisée ou retirée, date de plus de 7 jours ou est incomplète.',
  'Ask the person who invited you to send it again.': 'Demandez à la personne qui vous a invité de la renvoyer.',
  'Notices to all customers': 'Avis à tous les clients',
  'News and offers': 'Nouveautés et offres',
  'By email, as soon as your address is confirmed. You can stop them here, or with a click in each of them.':
    'Par e-mail, dès que votre adresse est confirmée. Vous pouvez les arrêter ici, ou d’un clic dans chacun d’eux.',
  'Send me news and offers': 'Envoyez-moi nouveautés et offres par e-mail',
  'Unsubscribe from news?': 'Ne plus recevoir les nouveautés ?',
  "You'll still get emails about your orders and your account, and what every customer must know.":
    'Vous recevrez toujours les e-mails sur vos commandes et votre compte, et ce que chaque client doit savoir.',
  "We won't send you news from now on. Changed your mind? <a>Choose your emails</a>.":
    'Nous ne vous enverrons plus de nouveautés. Vous avez changé d’avis ? <a>Choisissez vos e-mails</a>.',
}
