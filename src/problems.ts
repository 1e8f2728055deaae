/**
 * Every error that a client can meet, as problem details (RFC 9457), in one table. A new error is a new entry. A code
 * never changes its meaning, because programs decide by it.
 */
type Entry = {
  status: number
  title: string
  /** Says when it happens and what helps, for the reference. In Markdown. */
  meaning: string
  /** An example of `detail`. Where the text never varies, it is the text that the API sends. */
  detail: string
  /** JSON Schemas of the members that this problem adds to those of every problem (RFC 9457 §3.2). */
  members?: Record<string, object>
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const product = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: integer, name: text, status: { ...text, description: 'Only if it is not for sale.' } },
}

const openOrders = { type: 'object', required: ['orders', 'pieces'], properties: { orders: integer, pieces: integer } }

const TABLE = {
  // The request itself
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The body is not valid JSON in UTF-8 (RFC 8259), or it is incomplete.',
    detail: 'The request body is not valid JSON.',
  },
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    meaning: 'The request breaks a rule of HTTP itself, such as a broken percent-escape in its address.',
    detail: 'The address is not a valid URL.',
  },
  invalid_query: {
    status: 400,
    title: 'Invalid parameters',
    meaning: 'Parameters in the query or in headers are missing or wrong. `errors` names each with its reason.',
    detail: 'page must be at least 1',
  },
  ambiguous_version: {
    status: 400,
    title: 'Ambiguous API version',
    meaning:
      'Path, `Accept` and `api-version` ask for different versions. Name the version once, or the same one everywhere.',
    detail: 'The request asks for different API versions: the path names v1, api-version names v3.',
  },
  invalid_signature: {
    status: 400,
    title: 'Invalid signature',
    meaning:
      'An event of a payment provider is not signed with our secret, or is older than 5 minutes. Nothing was stored.',
    detail: 'The signature of this event is missing, wrong or too old.',
  },
  unknown_version: {
    status: 400,
    title: 'Unknown API version',
    meaning:
      'The path names a version that does not exist: status 404. Or `api-version` is not a date, or one before ' +
      'the first version: status 400. Give a date like 2025-01-01.',
    detail:
      'api-version must be a date on which a version was supported (v1 from 2023-01-01, v2 from 2024-01-01, v3 ' +
      'from 2025-01-01), not "soon".',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'Nothing is at this address, or you may not see it. Both return 404.',
    detail: 'There is nothing at this address.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address does not take this method. The `Allow` header lists the methods that it takes.',
    detail: 'Method DELETE is not allowed. Use GET or HEAD.',
  },
  version_not_acceptable: {
    status: 406,
    title: 'Unknown API version',
    meaning: '`Accept` asks for a version that does not exist. The detail lists the supported versions.',
    detail: 'API version "v9" does not exist. Supported: v1, v2, v3.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request was not complete within 30 seconds, or within 5 minutes where staff send a file.',
    detail: 'The request did not arrive in time.',
  },
  version_retired: {
    status: 410,
    title: 'API version retired',
    meaning: 'The version has been removed. The `Link` header leads to its successor.',
    detail: 'API version v1 was retired on 2027-01-01. Supported: v2, v3.',
  },
  body_too_large: {
    status: 413,
    title: 'Request body too large',
    meaning: 'The body is larger than 1 MiB.',
    detail: 'The request body is larger than 1 MiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body is not declared as JSON in UTF-8, or is compressed. Send `Content-Type: application/json`.',
    detail: 'Send the body as application/json.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request headers too large',
    meaning: 'Address and headers are larger than 16 KiB.',
    detail: 'Address and headers of the request are larger than 16 KiB.',
  },
  invalid_input: {
    status: 422,
    title: 'Invalid input',
    meaning: 'Fields of the body are missing or wrong. `errors` names each with its reason.',
    detail: 'email is required; message is required',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Request with this Idempotency-Key in progress',
    meaning: 'The first request with this `Idempotency-Key` is still in progress. Repeat it with the same key.',
    detail: 'The first request with this Idempotency-Key is still being worked on. Try again with the same key.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key already used',
    meaning: 'The `Idempotency-Key` was used for a request with another body. Use a new key for each new request.',
    detail: 'This Idempotency-Key was used for another request. Use a new key.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'Too many attempts, or as many emails today as an address may get that nobody has verified. `Retry-After` ' +
      'says in how many seconds to try again, and `detail` what helps sooner.',
    detail: 'There were too many attempts. Try again in 5 minutes.',
  },
  // Sign-in and permissions
  unauthenticated: {
    status: 401,
    title: 'Not signed in',
    meaning: 'The request has no credential, or the credential has expired. Sign in again.',
    detail: 'Sign in and send the session token as "Authorization: Bearer <token>".',
  },
  second_factor_required: {
    status: 401,
    title: 'Second factor required',
    meaning: 'The token is from the first sign-in step. Send the one-time code to `/auth/mfa` first.',
    detail: 'This token is from the first sign-in step. Enter the second factor first.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials',
    meaning: 'Email address and password do not match. The answer does not tell whether the address is registered.',
    detail: 'The email address or the password is wrong.',
  },
  invalid_code: {
    status: 401,
    title: 'Invalid code',
    meaning:
      'The one-time code is not the one of the current or the previous 30 seconds, or it belongs to another account.',
    detail: 'The code is wrong. Enter the one that is shown now.',
  },
  invalid_passkey: {
    status: 401,
    title: 'Invalid passkey',
    meaning:
      'The passkey is unknown or was removed, its device did not verify its user, or its signature is wrong or ' +
      'was used before. The answer does not tell which.',
    detail: 'This passkey was not accepted. Try again, or sign in with your password.',
  },
  code_from_the_future: {
    status: 401,
    title: 'Code from the future',
    meaning:
      'The one-time code belongs to one of the next five minutes, so the clock of the phone is ahead. It counts ' +
      'as a wrong code. Unless it is the next one, it is good for nothing later.',
    detail: 'The clock of your phone is about 2 minutes ahead. Set it to automatic, then enter the next code.',
  },
  code_expired: {
    status: 401,
    title: 'Code expired',
    meaning: 'The one-time code is one of the last five minutes that is no longer accepted. It counts as a wrong code.',
    detail:
      'This code is 2 minutes old. Enter the one that is shown now. If it is that one, the clock of your phone ' +
      'is behind: set it to automatic.',
  },
  second_factor_disabled: {
    status: 401,
    title: 'Second factor disabled',
    meaning:
      'The one-time code is right, but its second factor is disabled: after 100 wrong codes in a row, or by an ' +
      'admin. Or no code of this account can be checked any more, because the operator lost the key. It counts ' +
      'as a wrong code.',
    detail:
      '"Authenticator app" is disabled, so its codes no longer sign you in. Use another second factor or a ' +
      'recovery code, then set it up again.',
  },
  code_already_used: {
    status: 401,
    title: 'Code already used',
    meaning: 'The one-time code is right but was used before. Each code opens one session. Wait for the next one.',
    detail: 'This code was already used. Wait for the next one and enter that.',
  },
  sign_in_ended: {
    status: 401,
    title: 'Sign-in attempt ended',
    meaning:
      'The attempt is older than 5 minutes, was completed, or had too many wrong codes. Start again with the password.',
    detail: 'This sign-in attempt has ended or was already completed. Sign in again.',
  },
  invalid_api_key: {
    status: 401,
    title: 'Invalid API key',
    meaning: 'The API key is unknown, expired or was revoked, or it is limited to other networks.',
    detail: 'The API key is unknown, expired or was revoked.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning: 'You are signed in, but you lack the role or the scope that the detail names.',
    detail: 'You need the role staff for this.',
  },
  csrf_required: {
    status: 403,
    title: 'CSRF token or API key required',
    meaning:
      'The request needs a CSRF token from the same browser as `X-CSRF-Token`. A cookie alone is enough only for ' +
      'JSON that no other site sent.',
    detail: 'Send a CSRF token from GET /api/auth/csrf as X-CSRF-Token, or an API key as X-API-Key.',
  },
  cross_site_request: {
    status: 403,
    title: 'Request from another site',
    meaning: 'A page of another site sent this form. Forms are accepted from our own pages only.',
    detail: 'Another website sent this form. Open the page on this site and send it from there.',
  },
  untrusted_host: {
    status: 403,
    title: 'Unknown host',
    meaning:
      'The development inbox answers only under `localhost`, `HOST` and the host of `BASE_URL`, so that no other website can read it.',
    detail: 'The development inbox does not answer under evil.example. Use localhost, or set BASE_URL.',
  },
  reauthentication_required: {
    status: 403,
    title: 'Second factor must be entered again',
    meaning: 'The second factor of this session was entered more than 10 minutes ago. Enter it again.',
    detail: 'You entered your second factor a while ago. Enter it again, then repeat this request.',
  },
  email_taken: {
    status: 409,
    title: 'Email address already registered',
    meaning:
      'Another account has this email address. If the address is yours and the account is not, request a ' +
      'password reset: its email can release the address.',
    detail: 'email is already registered',
  },
  email_not_verified: {
    status: 409,
    title: 'Email address not verified',
    meaning:
      'Only a user with a verified email address becomes staff or admin. The user opens the link in our email, ' +
      'or gets a new one on the account page.',
    detail: 'The email address of this user is not verified. The user has to confirm it first.',
  },
  announcement_ended: {
    status: 409,
    title: 'Announcement ended',
    meaning: 'Somebody has ended this announcement, so nobody else gets it. Write a new one.',
    detail: 'This announcement was ended. Write a new one.',
  },
  not_staff: {
    status: 409,
    title: 'Not staff',
    meaning: 'Only staff have permissions of their own: an admin has all of them, and a customer has none.',
    detail: 'This user is not staff. An admin has all permissions, and a customer has none. Change the role first.',
  },
  already_staff: {
    status: 409,
    title: 'Already staff',
    meaning:
      'The account with this address has a role already. Change its role or its permissions in place of an invitation.',
    detail: 'This person is staff already.',
  },
  already_invited: {
    status: 409,
    title: 'Already invited',
    meaning: 'An invitation for this address is open. Send it again, or withdraw it first.',
    detail: 'email is invited already. Send that invitation again, or withdraw it first.',
  },
  invitation_ended: {
    status: 409,
    title: 'Invitation ended',
    meaning:
      'The invitation was accepted or withdrawn, has expired, or is for another address. An admin can send a new one.',
    detail: 'This invitation was already used or withdrawn, has expired, or is for another address. Ask for a new one.',
  },
  invalid_invitation: {
    status: 422,
    title: 'Invalid invitation',
    meaning: 'The token of the invitation is unknown, used, withdrawn or expired, or is for another address.',
    detail: 'The invitation is unknown, used, withdrawn or expired; ask for a new one.',
  },
  no_sms_factor: {
    status: 409,
    title: 'No phone number for text messages',
    meaning: 'The account has no confirmed phone number for codes. Use another second factor.',
    detail: 'This account has no phone for codes by text message.',
  },
  last_second_factor: {
    status: 409,
    title: 'Last second factor',
    meaning: 'An account always keeps one second factor. Add another one before you remove this one.',
    detail: 'This is the last second factor. Add another one first.',
  },
  too_many_second_factors: {
    status: 409,
    title: 'Too many second factors',
    meaning: 'An account has at most 20 second factors. Remove one that you no longer use.',
    detail: 'Your account has 20 second factors. Remove one that you no longer use.',
  },
  sms_disabled: {
    status: 409,
    title: 'No text messages',
    meaning: 'This installation sends no text messages (`SMS_URL=none`). Use another second factor.',
    detail: 'This shop sends no text messages. Use another second factor.',
  },
  sms_not_sent: {
    status: 503,
    title: 'Text message not sent',
    meaning:
      'The SMS provider did not accept the message. Try again after `Retry-After` seconds, or use another factor.',
    detail: 'The text message could not be sent.',
  },
  invalid_verification_token: {
    status: 422,
    title: 'Invalid or expired verification link',
    meaning:
      'The link that confirms or releases an email address is unknown, too old, or for an earlier address. A ' +
      'confirmed address cannot be released.',
    detail: 'The link is unknown, expired or for an earlier address.',
  },
  invalid_reset_token: {
    status: 422,
    title: 'Invalid or used reset link',
    meaning:
      'The link in the email was used, is older than 30 minutes, or was canceled by a later change of the account.',
    detail: 'The reset link is unknown, used or expired; request a new link.',
  },
  invalid_recovery_token: {
    status: 422,
    title: 'Invalid or used recovery link',
    meaning:
      'The link in the email about a recovery request is unknown, was used, is older than 24 hours, or its request has ended.',
    detail: 'The recovery link is unknown, used or expired.',
  },
  recovery_ended: {
    status: 409,
    title: 'Recovery request ended',
    meaning:
      'The recovery request was used, declined or objected to, has expired, or was ended by a sign-in. `outcome` says which. ' +
      'Its state is final.',
    detail: 'This recovery request has ended.',
    members: { outcome: text },
  },
  changed_meanwhile: {
    status: 412,
    title: 'Changed meanwhile',
    meaning:
      'The request has an `If-Match`, and the resource has changed since you read that ETag. Nothing was changed.',
    detail: 'Somebody has changed this since you read it. Read it again and repeat your change.',
  },
  // Catalogue
  sku_taken: {
    status: 409,
    title: 'SKU already taken',
    meaning: 'Another product has this SKU.',
    detail: 'A product with the SKU LAMP-0042 already exists. Use another SKU.',
  },
  group_name_taken: {
    status: 409,
    title: 'Name of a group already taken',
    meaning: 'Another group of products has this name. Files name groups by their names.',
    detail: 'A group with the name Shirt already exists. Use another name.',
  },
  combination_taken: {
    status: 409,
    title: 'Combination already taken',
    meaning: 'Another product of the group has the same value of every option.',
    detail: 'Another product of the group has these values. Give one of the two other values.',
  },
  product_in_other_group: {
    status: 409,
    title: 'Product is in another group',
    meaning: 'A product belongs to one group at most. `group` is the one that it is in.',
    detail: 'SHIRT-RED-M is in group 7. Take it out of that group first.',
    members: { group: integer },
  },
  group_full: {
    status: 409,
    title: 'Group is full',
    meaning: 'A group has at most 200 products.',
    detail: 'A group has at most 200 products. Take one out of the group first.',
  },
  group_has_products: {
    status: 409,
    title: 'Group still has products',
    meaning: 'Only a group without products can be deleted. `products` says how many it has.',
    detail: 'The group still has 3 products. Take what is in it out of the group first.',
    members: { products: integer },
  },
  category_exists: {
    status: 409,
    title: 'Category already exists',
    meaning: 'Another category has this name. Use another name, or merge the two.',
    detail: 'A category with the name Chairs already exists. Use another name, or merge the two.',
  },
  category_in_use: {
    status: 409,
    title: 'Category is in use',
    meaning:
      'Only a category without products, also archived ones, and without categories below it can be deleted. Merge it into another one.',
    detail: 'The category still has products or categories below it. Merge it into another one.',
    members: { products: integer, categories: integer },
  },
  stock_changed: {
    status: 409,
    title: 'Stock has changed',
    meaning:
      'Pieces were sold, returned or added since the client read `expectedStock`. Show the new `stock` and ask for confirmation.',
    detail: 'The stock has changed meanwhile: it is 47 now, and was 50 when you read it.',
    members: { stock: integer, expectedStock: integer },
  },
  stock_too_low: {
    status: 409,
    title: 'Stock too low',
    meaning: 'More pieces would go out than there are. Nothing has changed.',
    detail: 'change must be at least -3, because the stock is 3.',
    members: { stock: integer, change: integer },
  },
  stock_too_high: {
    status: 409,
    title: 'Stock too high',
    meaning: 'A stock has at most 2147483647 pieces. Nothing has changed.',
    detail: 'change must be at most 7, because the stock is 2147483640.',
    members: { stock: integer, change: integer },
  },
  // Orders
  insufficient_stock: {
    status: 409,
    title: 'Insufficient stock',
    meaning: 'Less is in stock than the order asks for. Nothing was ordered. `all` lists every such product.',
    detail: 'Desk lamp: 5 asked, 2 left.',
    members: {
      product,
      asked: integer,
      left: integer,
      all: {
        type: 'array',
        items: {
          type: 'object',
          required: ['product', 'asked', 'left'],
          properties: { product, asked: integer, left: integer },
        },
      },
    },
  },
  too_many_open_orders: {
    status: 409,
    title: 'Too many open orders',
    meaning:
      'The account, or the network that it orders from, has as much as it may in orders that are neither paid ' +
      'nor in process, because they keep stock from others. Cancel some, or wait until they are paid. `open` is ' +
      'what it has, and `most` is the limit.',
    detail:
      'You have 200 orders that are neither paid nor in process, and no more are allowed. Cancel some, or wait until they are paid.',
    members: { open: openOrders, most: openOrders },
  },
  product_unavailable: {
    status: 409,
    title: 'Product not for sale',
    meaning: 'The product is listed but not for sale: it is coming soon or discontinued.',
    detail: 'Desk lamp cannot be ordered: it is coming soon.',
    members: { product },
  },
  product_in_stock: {
    status: 409,
    title: 'Product in stock',
    meaning: 'Nobody has to wait for this product. It can be ordered now.',
    detail: 'Desk lamp is in stock. You can order it now.',
  },
  total_changed: {
    status: 409,
    title: 'Total has changed',
    meaning:
      'A price has changed since the client computed `expectedTotal`, or delivery, discount or currency. The ' +
      'other members are the parts of the new total. Show it and ask for confirmation.',
    detail: 'The order now costs €21.99, not €19.99.',
    members: {
      total: integer,
      expectedTotal: integer,
      currency: text,
      itemsTotal: integer,
      discountTotal: integer,
      deliveryTotal: integer,
      taxes: { type: 'array', items: { type: 'object' } },
      taxCountry: text,
      delivery: { type: 'object' },
    },
  },
  discount_used_up: {
    status: 409,
    title: 'Discount code used up',
    meaning:
      'The code is valid, but it has been used as often as it may be, by all customers together or by this one. Order without it.',
    detail: 'This discount code has been used up. You can order without it.',
  },
  discount_code_taken: {
    status: 409,
    title: 'Discount code already taken',
    meaning: 'There is a code with these letters already. Upper and lower case, and spaces, make no difference.',
    detail: 'There is such a discount code already. Use another one, or change that one.',
  },
  tax_rate_taken: {
    status: 409,
    title: 'VAT rate already there',
    meaning:
      'This country and class has a rate that begins on this day already. Change that one, or choose another day.',
    detail: 'This country has a rate of this class from this day already. Change that one.',
  },
  tax_rate_missing: {
    status: 503,
    title: 'VAT rate missing',
    meaning:
      'The shop has no VAT rate for one of the products in the country of the order, and sells nothing without ' +
      'one. The health page of the console tells the shop.',
    detail:
      'We cannot sell this to your country at the moment, because its VAT is not set up yet. Please try again later.',
  },
  pdf_not_drawn: {
    status: 503,
    title: 'PDF not drawn',
    meaning:
      'The PDF could not be drawn in time. Try again after `Retry-After` seconds. The document itself is there all the same.',
    detail: 'The PDF could not be drawn in time. Try again in a few seconds, or read the document as a page.',
  },
  e_invoice_incomplete: {
    status: 409,
    title: 'Too little for an e-invoice',
    meaning:
      'The document says too little for this profile, and it never changes. `lacks` names each fact. What the shop enters now is in ' +
      'later documents.',
    detail: 'The document says too little for this profile. It lacks the phone number of the seller.',
    members: { lacks: { type: 'array', items: text } },
  },
  not_billable: {
    status: 409,
    title: 'Nothing to invoice',
    meaning: 'The order costs nothing, or it was cancelled before it had an invoice.',
    detail: 'This order costs nothing, or it was cancelled before it had an invoice.',
  },
  no_invoice: {
    status: 409,
    title: 'No invoice',
    meaning: 'A credit note corrects an invoice, and the order has none.',
    detail: 'This order has no invoice that a credit note could correct.',
  },
  nothing_to_credit: {
    status: 409,
    title: 'Nothing to credit',
    meaning:
      'The money of the refund has not gone back, was never on the invoice, or all of the invoice is credited already.',
    detail: 'Nothing of this refund is left to credit.',
  },
  number_taken: {
    status: 409,
    title: 'Number taken',
    meaning: 'The series has given out a higher number. `lastNumber` is its last one.',
    detail: 'The last number of invoice/2026 is 42 already.',
    members: { lastNumber: integer },
  },
  series_not_waiting: {
    status: 409,
    title: 'Series does not wait',
    meaning: 'Numbers are entered only after a database that was set back. At any other time a jump would leave a gap.',
    detail: 'invoice/2026 does not wait. A jump would leave a gap.',
  },
  documents_wait: {
    status: 409,
    title: 'Documents wait',
    meaning:
      'No invoice can be written yet: the settings do not say who sells, or the database was set back, and an ' +
      'admin has to say which number left the house last.',
    detail: 'Enter who sells and from where in the settings of the shop first.',
  },
  import_not_open: {
    status: 409,
    title: 'Import not open',
    meaning: 'The file was imported already, so how it is read cannot be changed. Upload it again.',
    detail: 'This file was imported already. Upload it again to read it in another way.',
  },
  refund_too_large: {
    status: 409,
    title: 'Refund too large',
    meaning:
      'Less is left of the payment than the refund asks for: no more goes back than was captured. `left` is what can still go back.',
    detail: '€48.00 asked, €12.50 left of €48.00.',
    members: { asked: integer, left: integer, currency: text },
  },
  wrong_refund_state: {
    status: 409,
    title: 'Refund is in another state',
    meaning:
      'Only a refund that waits for a bank transfer can be marked as sent, get an account, be waived, or be put ' +
      'into a file; and only once.',
    detail: 'This refund was already sent.',
    members: { from: text },
  },
  transfer_in_file: {
    status: 409,
    title: 'Transfer is in a file',
    meaning:
      'The transfer is in a file for the bank, which may make it. Discard the file before you change the ' +
      'account, waive the refund, take the payment back or put it into another file. To mark it as sent, name ' +
      'the file.',
    detail: 'This transfer is in a file for the bank, so its account cannot change anymore.',
  },
  no_bank_account: {
    status: 409,
    title: 'The shop has no bank account',
    meaning:
      'A file for the bank says from which account the transfers go, and the settings of the shop do not name one.',
    detail: 'Enter the IBAN of your shop in its settings first.',
  },
  not_for_a_file: {
    status: 409,
    title: 'Not for a file',
    meaning:
      'A file for the bank has transfers in EUR, to accounts of the SEPA area that are known, and each transfer is in one file at most.',
    detail: 'Only transfers in EUR to a known account of the SEPA area that are in no file yet can be put into one.',
  },
  invalid_account_link: {
    status: 410,
    title: 'Link has ended',
    meaning:
      'The link to name the account for a refund is incomplete, or no account is needed anymore: the transfer is prepared, sent or waived.',
    detail: 'This link has ended, or is incomplete. Reply to our email if your refund has not come.',
  },
  refund_account_changed: {
    status: 409,
    title: 'Account changed',
    meaning:
      'The account that you sent is not the one to which this refund goes now. Read it again before you say that it was sent.',
    detail: 'Another account was given for this refund meanwhile. Look at it again.',
  },
  wrong_payment_state: {
    status: 409,
    title: 'Payment is in another state',
    meaning:
      'An open payment becomes paid, online by way of pending. When a paid order is cancelled, its refund is due ' +
      'and becomes refunded. A payment that was recorded by mistake is taken back while nothing of it is ' +
      'refunded.',
    detail: 'The payment is already paid.',
    members: { from: text, to: text },
  },
  order_refunded: {
    status: 409,
    title: 'Order is refunded',
    meaning:
      'All the money for the order went back, or is on its way back, and the order is not shipped yet. Cancel ' +
      'the order, or send `evenIfRefunded: true` to go on all the same.',
    detail:
      'All the money for this order goes back to the customer. Cancel the order, or confirm that it is shipped all the same.',
    members: { from: text, to: text },
  },
  wrong_transfer_state: {
    status: 409,
    title: 'Transfer is in another state',
    meaning:
      'A transfer that came in is open until somebody books it to orders, sets it aside, or says that it was ' +
      'noted before. Somebody else may have been faster. Read it again.',
    detail: 'The transfer is already booked.',
    members: { from: text, to: text },
  },
  wrong_order_state: {
    status: 409,
    title: 'Order is in another state',
    meaning:
      'An order goes from placed to processing, shipped and delivered. Only a placed or processing order can be cancelled.',
    detail: 'The order is shipped and cannot become cancelled; only placed or processing orders can.',
    members: { from: text, to: text },
  },
  draft_order_closed: {
    status: 409,
    title: 'Draft order is closed',
    meaning:
      'A draft order that was confirmed, that was withdrawn or whose time is over cannot be confirmed. One that was confirmed or ' +
      'withdrawn cannot be changed or sent either. `state` says what it is, and `orderId` the order that it became.',
    detail: 'The shop has withdrawn this draft order. Ask the shop for another one.',
    members: { state: text, orderId: integer },
  },
  draft_order_changed: {
    status: 409,
    title: 'Draft order has changed',
    meaning:
      'The shop has changed the draft order since the customer read it. Show it again, and send its new `version`.',
    detail: 'The shop has changed this order since you opened it. Look at it again, then confirm it.',
  },
  too_many_returned: {
    status: 409,
    title: 'More than was shipped',
    meaning:
      'The return asks for more pieces than were shipped and are not on their way back already. `left` is what ' +
      'can still be returned. `all` lists every such line.',
    detail: 'Desk lamp: 3 asked, 1 left to return.',
    members: {
      line: integer,
      name: text,
      asked: integer,
      left: integer,
      all: {
        type: 'array',
        items: {
          type: 'object',
          required: ['line', 'name', 'asked', 'left'],
          properties: { line: integer, name: text, asked: integer, left: integer },
        },
      },
    },
  },
  customer_not_asked: {
    status: 409,
    title: 'Customer not asked',
    meaning:
      'This withdrawal did not come from a session of the customer, so anybody may have written it, and ' +
      'accepting it would cancel or return the order.',
    detail:
      'This statement did not come from the account of the customer. Ask the customer first, and then confirm ' +
      'that you have (customerAsked).',
  },
  already_decided: {
    status: 409,
    title: 'Already decided',
    meaning: 'Somebody has decided about this already. `was` says how.',
    detail: 'This withdrawal is already accepted.',
    members: { was: text },
  },
  wrong_return_state: {
    status: 409,
    title: 'Return is in another state',
    meaning:
      'A return goes from requested to approved, received and closed. Before it is received, it can be declined. A refund closes it.',
    detail: 'The return is already closed.',
    members: { from: text, to: text },
  },
  // Notifications
  draft_changed: {
    status: 409,
    title: 'Draft has changed',
    meaning:
      'The text or the recipients of the draft have changed since the client read `version`. Nothing was sent or saved.',
    detail: 'Somebody has changed this draft since you read it. Read it again.',
  },
  not_in_doubt: {
    status: 409,
    title: 'Delivery not in doubt',
    meaning:
      'Only a delivery in doubt can be resolved by hand: one that may or may not have arrived. One that failed ' +
      'or was skipped can be sent again.',
    detail: 'This delivery is not in doubt; it is sent.',
  },
  reply_outstanding: {
    status: 409,
    title: 'Reply outstanding',
    meaning:
      'The worker of this delivery was lost, but it may still be connected to the relay. Sent again now, the ' +
      'email might arrive twice. Try again after the time in the detail.',
    detail: 'The relay may still reply to this delivery until 2026-01-31T12:10:02.000Z.',
  },
  not_a_mail_report: {
    status: 422,
    title: 'No report about an email',
    meaning:
      'The source is no report of a failure (RFC 3464) or of a complaint (RFC 5965) that names an email of this ' +
      'shop. Notices of delay or absence are none, too.',
    detail: 'This is no report about an email that failed for good.',
  },
  // Events
  events_deleted: {
    status: 410,
    title: 'Events no longer kept',
    meaning:
      'Events after this position have been deleted, because they are older than the feed keeps. `oldest` is the ' +
      'position of the oldest event. Read the current data, then continue from there.',
    detail: 'Events before position 4711 are no longer kept. Read the current data, then continue after 4710.',
    members: { oldest: integer },
  },
  invoice_written: {
    status: 409,
    title: 'Invoice is written',
    meaning:
      'The address on an invoice can be changed until the invoice is written. `invoice` is its number. Send the customer a message that ' +
      'names it and says what is right.',
    detail:
      'Invoice 204 is written, and an invoice never changes. Send the customer a message that names this number and the right ' +
      'address: in the European Union it counts as an invoice too (Directive 2006/112/EC, Article 219).',
    members: { invoice: text },
  },
  address_book_full: {
    status: 409,
    title: 'Address book is full',
    meaning: 'An address book has at most 20 addresses. Remove one, or change one.',
    detail: 'Your address book has 20 addresses. Remove one that you no longer use.',
  },
  address_kept: {
    status: 409,
    title: 'Address is kept already',
    meaning: 'Another entry of the address book has this address. Change that entry, or remove one of the two.',
    detail: 'Your address book has this address already.',
  },
  open_orders: {
    status: 409,
    title: 'Open orders',
    meaning:
      'An account with open orders cannot be deleted. Wait until they are delivered and paid and nothing comes ' +
      'back anymore, or cancel them. `orderIds` has up to ten of them.',
    detail:
      'You have open orders: #1001. You can delete your account when they are delivered and paid, or cancelled, ' +
      'and nothing comes back anymore.',
    members: { orderIds: { type: 'array', items: integer } },
  },
  position_not_reached: {
    status: 409,
    title: 'Position not reached',
    meaning:
      'The feed is not as far as `after`, so the position is from another database, or the database was set ' +
      'back. `head` is the position of the newest event.',
    detail:
      'The newest event has position 12, so nothing can come after 99. The database was replaced or set back. Read from the start.',
    members: { head: integer },
  },
  feed_replaced: {
    status: 409,
    title: 'Feed replaced',
    meaning:
      'The database was set back after this cursor was given, and lost events that you have read. Others have ' +
      'their positions now. Undo the effects of the lost events, then continue with the cursor in `resume`.',
    detail: 'This cursor is from another database. Read from the start.',
    members: { resume: text },
  },
  webhook_disabled: {
    status: 409,
    title: 'Webhook disabled',
    meaning: 'Nothing is sent to a disabled webhook. Enable it first. It then continues where it stopped.',
    detail: 'This webhook is disabled. Enable it first.',
  },
  webhook_in_flight: {
    status: 409,
    title: 'Webhook being sent',
    meaning: 'The request of this delivery is on its way. Look at its result first.',
    detail: 'This delivery is being sent at this moment. Try again in a few seconds.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'Too many webhooks',
    meaning: 'There are 50 webhooks already. Delete one that is no longer used.',
    detail: 'There are 50 webhooks already. Delete one first.',
  },
  // The service itself
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'An error on our side. Quote the request id when you ask for help.',
    detail: 'Something went wrong on our side. Quote the request id when you ask for help.',
  },
  database_unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    meaning:
      'The service cannot reach its database. Repeat after `Retry-After` seconds, with the same `Idempotency-Key`.',
    detail:
      'The service cannot reach its database at the moment. Try again, with the same Idempotency-Key if there was one.',
  },
} satisfies Record<string, Entry>

export type ProblemCode = keyof typeof TABLE
export const PROBLEMS: Record<ProblemCode, Entry> = TABLE

/** One wrong field of a request. `<field> <reason>` reads as a sentence: "email is required". */
export type FieldError = {
  field: string
  reason: string
  code: string
  /** Line of the mistake in a text, from 1. */
  line?: number
  column?: number
}

type Extras = {
  /** Replaces the status in the table, for the same mistake in another part of the request. */
  status?: number
  errors?: FieldError[]
  /** Further members of the body (RFC 9457 §3.2). */
  members?: Record<string, unknown>
  headers?: Record<string, string>
  /** Wait in seconds (RFC 9110 §10.2.3). */
  retryAfter?: number
  cause?: unknown
}

/** Thrown anywhere below a route; `http/errors.ts` turns it into the response. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly errors: FieldError[] | undefined
  readonly members: Record<string, unknown>
  readonly headers: Record<string, string>

  /** @param detail one plain sentence for a person; for input errors it names the field and the reason */
  constructor(
    code: ProblemCode,
    detail: string = PROBLEMS[code].detail,
    { status, errors, members = {}, headers = {}, retryAfter, cause }: Extras = {},
  ) {
    super(detail, { cause })
    this.code = code
    this.status = status ?? PROBLEMS[code].status
    this.title = PROBLEMS[code].title
    this.errors = errors
    this.members = members
    this.headers = {
      // RFC 9110 §15.5.2: every 401 names a way to sign in.
      ...(this.status === 401 && { 'www-authenticate': 'Bearer realm="semel"' }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...headers,
    }
  }
}

/** A 422 that names its fields: "email is required; message is required". */
export function invalidInput(...errors: FieldError[]): Problem {
  return new Problem('invalid_input', sentenceOf(errors), { errors })
}

/** A 400 that names query parameters in the same form. */
export function invalidQuery(...errors: FieldError[]): Problem {
  return new Problem('invalid_query', sentenceOf(errors), { errors })
}

export function sentenceOf(errors: FieldError[]): string {
  return errors.map(({ field, reason }) => `${field} ${reason}`).join('; ')
}

type ProblemBody = {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: string
  requestId: string
  errors?: FieldError[]
  error: string
  message: string
}

/**
 * The body of RFC 9457 §3.1; `error` and `message` repeat the detail, for clients that look for a
 * description by one of these names.
 * @param instance the path of the request, without its query (which may carry personal data)
 * @param rename spells a field name as the version of the client does. A detail that lists the errors is rebuilt from
 * them. Any other detail is sent unchanged, because it may quote text that merely looks like a field name.
 */
export function problemBody(
  problem: Problem,
  instance: string,
  requestId: string,
  rename = (field: string) => field,
): ProblemBody {
  const errors = problem.errors?.map(error => ({ ...error, field: rename(error.field) }))
  const listsErrors = problem.errors && problem.message === sentenceOf(problem.errors)
  const detail = listsErrors && errors ? sentenceOf(errors) : problem.message
  return {
    type: `/problems/${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail,
    instance,
    code: problem.code,
    requestId,
    ...(errors && { errors }),
    ...problem.members,
    error: detail,
    message: detail,
  }
}
