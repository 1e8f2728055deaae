// Derived from openapi/v1.json by `npm run openapi`. Do not edit.
export interface paths {
    "/admin/announcements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List announcements
         * @deprecated
         * @description Newest first, each with its progress.
         *
         *     Authentication: staff session.
         */
        get: operations["listAnnouncements"];
        put?: never;
        /**
         * Publish an announcement to customers
         * @deprecated
         * @description Each customer gets it once, at the address that is theirs when it is sent.
         *
         *     Authentication: staff session.
         */
        post: operations["publishAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/announcements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an announcement and its progress
         * @deprecated
         * @description Authentication: staff session.
         */
        get: operations["getAnnouncement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys
         * @deprecated
         * @description Authentication: admin session.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @deprecated
         * @description Authentication: admin session.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @deprecated
         * @description It stops working at once, on every process.
         *
         *     Authentication: admin session.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @deprecated
         * @description Newest first.
         *
         *     Authentication: admin session.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/caches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caches
         * @deprecated
         * @description No cache holds user data. It is read from the database whenever it is needed.
         *
         *     Authentication: staff session.
         */
        get: operations["listCaches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/caches/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Evict a user from the caches of every process
         * @deprecated
         * @description No cache holds user data, so this always succeeds at once.
         *
         *     Authentication: staff session.
         */
        delete: operations["forgetUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/caches/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Empty a cache in every process
         * @deprecated
         * @description Authentication: staff session.
         */
        delete: operations["emptyCache"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/contact-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact messages
         * @deprecated
         * @description Newest first.
         *
         *     Authentication: staff session.
         */
        get: operations["listContactMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the delivery log
         * @deprecated
         * @description Newest first.
         *
         *     Authentication: staff session.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its attempts
         * @deprecated
         * @description Authentication: staff session.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/{id}/arrived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a delivery as arrived
         * @deprecated
         * @description For a delivery whose relay took the whole message and never replied. Only a person can find out what became of it.
         *
         *     Authentication: staff session.
         */
        post: operations["settleAsArrived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/{id}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @deprecated
         * @description For a delivery whose relay took the whole message and never replied. Only a person can find out what became of it.
         *
         *     Authentication: staff session.
         */
        post: operations["settleBySendingAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the role of a user
         * @deprecated
         * @description All sessions of the user end.
         *
         *     Authentication: admin session.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/admin/users/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable an account
         * @deprecated
         * @description Nobody signs in to it and no e-mail goes to its owner until it is enabled again. All sessions, reset links and API keys of the user end.
         *
         *     Authentication: admin session.
         */
        post: operations["disableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a disabled account
         * @deprecated
         * @description Ended sessions and revoked keys stay ended. The user signs in again.
         *
         *     Authentication: admin session.
         */
        post: operations["enableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/reset-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a user's second factors
         * @deprecated
         * @description All second factors are switched off, all sessions end, and one recovery code takes the place of all others: it signs in once, beside the password. Be sure whom you give it to.
         *
         *     Authentication: admin session.
         */
        post: operations["resetFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End all sessions of a user
         * @deprecated
         * @description Authentication: admin session.
         */
        delete: operations["endSessionsOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients of each version
         * @deprecated
         * @description Counted across all processes, and up to date within seconds.
         *
         *     Authentication: staff session.
         */
        get: operations["listVersionsInUse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/csrf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a CSRF token
         * @deprecated
         * @description The answer sets a cookie that the token is bound to.
         *
         *     Authentication: none.
         */
        get: operations["getCsrfToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @deprecated
         * @description The answer is the same whether or not the address is registered. Each request sends one email.
         *
         *     Authentication: CSRF token or any API key.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in, first step
         * @deprecated
         * @description Checks the password. The second step takes the partial token and a one-time code.
         *
         *     Authentication: none.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @deprecated
         * @description The token stops working at once, on every process.
         *
         *     Authentication: session.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in, second step
         * @deprecated
         * @description A code opens one session: the same code again is refused, in whatever spelling and from wherever.
         *
         *     Authentication: partial token from the first sign-in step.
         */
        post: operations["enterCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in, second step, with a passkey
         * @deprecated
         * @description Authentication: partial token from the first sign-in step.
         */
        post: operations["enterPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start passkey sign-in
         * @deprecated
         * @description Authentication: partial token from the first sign-in step.
         */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in, second step, with a recovery code
         * @deprecated
         * @description Authentication: partial token from the first sign-in step.
         */
        post: operations["enterRecoveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sign-in code by text message
         * @deprecated
         * @description The code is entered as any other code. Only the newest one sent for this attempt counts.
         *
         *     Authentication: partial token from the first sign-in step.
         */
        post: operations["sendSignInSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a second factor again
         * @deprecated
         * @description For what asks for a second factor of the last ten minutes. Takes a code or a recovery code; the session goes on under a new token.
         *
         *     Authentication: session.
         */
        post: operations["reauthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reauthenticate/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Step up with a passkey
         * @deprecated
         * @description Authentication: session.
         */
        post: operations["reauthenticateByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reauthenticate/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start passkey step-up
         * @deprecated
         * @description Authentication: session.
         */
        post: operations["startPasskeyReauthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reauthenticate/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a step-up code by text message
         * @deprecated
         * @description Authentication: session.
         */
        post: operations["sendReauthenticationSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @deprecated
         * @description The first correct code on `/auth/mfa` confirms the authenticator and signs in.
         *
         *     Authentication: none.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a password
         * @deprecated
         * @description Takes the token of a reset email. All sessions end. The next sign-in still asks for the second factor.
         *
         *     Authentication: none.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of the signed-in user
         * @deprecated
         * @description Authentication: session.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions
         * @deprecated
         * @description Authentication: session.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @deprecated
         * @description Its token stops working at once, on every process.
         *
         *     Authentication: session.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an email address
         * @deprecated
         * @description Authentication: none.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the cart
         * @deprecated
         * @description The cart is kept in a cookie of the browser.
         *
         *     Authentication: none.
         */
        get: operations["getCart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cart/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a product to the cart
         * @deprecated
         * @description Authentication: none.
         */
        post: operations["addToCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cart/items/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a product from the cart
         * @deprecated
         * @description Authentication: none.
         */
        delete: operations["removeCartItem"];
        options?: never;
        head?: never;
        /**
         * Change the quantity of a cart item
         * @deprecated
         * @description Authentication: none.
         */
        patch: operations["changeCartItem"];
        trace?: never;
    };
    "/contact-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a contact message
         * @deprecated
         * @description Authentication: none.
         */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your emails
         * @deprecated
         * @description Newest first.
         *
         *     Authentication: session.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/order-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an order confirmation
         * @deprecated
         * @description One email to the owner, at the present address. While a confirmation is still on its way or in doubt, and for 30 seconds after one reached that address, the answer is that one and nothing new is sent.
         *
         *     Authentication: session, or an API key with the scope `notifications:send`.
         */
        post: operations["requestOrderConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of an email
         * @deprecated
         * @description Authentication: session, or an API key with the scope `notifications:send`.
         */
        get: operations["getNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @deprecated
         * @description This document: OpenAPI 3.1.
         *
         *     Authentication: none.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @deprecated
         * @description Users see their own orders. Staff and API keys see all.
         *
         *     Authentication: session, or an API key with the scope `orders:read`.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @deprecated
         * @description Takes stock, copies names and prices, and sends one confirmation to the owner. Send an `Idempotency-Key`, so that a retry does not order twice.
         *
         *     Authentication: session.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @deprecated
         * @description Authentication: session, or an API key with the scope `orders:read`.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @deprecated
         * @description The owner while it is placed, staff until it is shipped. The stock returns once.
         *
         *     Authentication: session.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an order as delivered
         * @deprecated
         * @description Authentication: staff session.
         */
        post: operations["deliverOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start processing an order
         * @deprecated
         * @description Authentication: staff session.
         */
        post: operations["processOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/ship": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ship an order
         * @deprecated
         * @description The owner gets an email.
         *
         *     Authentication: staff session.
         */
        post: operations["shipOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @deprecated
         * @description Ties are broken by id, so every product appears exactly once over all pages of a sort.
         *
         *     Authentication: session, or an API key with the scope `products:read`.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Add a product
         * @deprecated
         * @description Authentication: staff session.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @deprecated
         * @description Authentication: session, or an API key with the scope `products:read`.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        /**
         * Remove a product
         * @deprecated
         * @description Old orders still show it.
         *
         *     Authentication: staff session.
         */
        delete: operations["removeProduct"];
        options?: never;
        head?: never;
        /**
         * Update a product
         * @deprecated
         * @description Authentication: staff session.
         */
        patch: operations["changeProduct"];
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get current user
         * @deprecated
         * @description Authentication: session.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update current user
         * @deprecated
         * @description A new email address takes effect at once.
         *
         *     Authentication: session.
         */
        patch: operations["changeMe"];
        trace?: never;
    };
    "/users/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey as a second factor
         * @deprecated
         * @description Authentication: session.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start adding a passkey
         * @deprecated
         * @description Authentication: session.
         */
        post: operations["startPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @deprecated
         * @description All other sessions end.
         *
         *     Authentication: session.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create new recovery codes
         * @deprecated
         * @description They replace all earlier codes and are shown only once.
         *
         *     Authentication: session.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the second factors
         * @deprecated
         * @description Authentication: session.
         */
        get: operations["listSecondFactors"];
        put?: never;
        /**
         * Add a second factor
         * @deprecated
         * @description An authenticator (totp) or a telephone (sms, with a phone) counts once a code has confirmed it; a hardware token (hardware, with its serial and two codes in a row) at once.
         *
         *     Authentication: session.
         */
        post: operations["addSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/second-factors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a second factor
         * @deprecated
         * @description The last one stays.
         *
         *     Authentication: session.
         */
        delete: operations["removeSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/second-factors/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a second factor with its first code
         * @deprecated
         * @description Authentication: session.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @deprecated
         * @description Users see themselves. Staff and API keys see everyone. Unknown ids and users you may not see both return 404.
         *
         *     Authentication: session, or an API key with the scope `users:read`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AccountState */
        AccountState: {
            /** Format: uuid */
            id: string;
            disabledAt: string | null;
        };
        /** Cache */
        Cache: {
            /** @example catalogue */
            name: string;
            /** @description In the process that answers. */
            entries: number;
        };
        /** ContactMessage */
        ContactMessage: {
            /** Format: uuid */
            id: string;
            /** Format: email */
            email: string;
            name: string | null;
            message: string;
            /** Format: date-time */
            receivedAt: string;
        };
        /** ContactMessageReceived */
        ContactMessageReceived: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            receivedAt: string;
        };
        /** Credentials */
        Credentials: {
            /** Format: email */
            email: string;
            password: string;
        };
        /** FieldError */
        FieldError: {
            /** @description A path like `items.0.quantity`. */
            field: string;
            /** @description "<field> <reason>" reads as a sentence. */
            reason: string;
            /** @description Stable: `required`, `invalid_email`, … */
            code: string;
        };
        /** HandedOver */
        HandedOver: {
            /** @description Shown this once. */
            recoveryCode: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** NewContactMessage */
        NewContactMessage: {
            /**
             * Format: email
             * @description Where to answer.
             */
            email: string;
            message: string;
            /** @example Ada Lovelace */
            name?: string;
        };
        /** NewOrder */
        NewOrder: {
            items: {
                productId: number;
                quantity: number;
            }[];
            note?: string;
            /** @description What the client believes it costs; a different total is a 409. */
            expectedTotal?: number;
        };
        /** NewProduct */
        NewProduct: {
            sku: string;
            name: string;
            description?: string;
            category: string;
            /** @enum {string} */
            status?: "active" | "out_of_stock" | "coming_soon" | "discontinued";
            /** @description In minor units of the currency: 1999 is 19.99. */
            price: number;
            /** @description ISO 4217 */
            currency?: string;
            stock?: number;
        };
        /** Order */
        Order: {
            id: number;
            /** @enum {string} */
            status: "placed" | "processing" | "shipped" | "delivered" | "cancelled";
            items: components["schemas"]["OrderItem"][];
            /** @description In minor units. */
            total: number;
            currency: string;
            owner: components["schemas"]["UserReference"];
            /** Format: date-time */
            placedAt: string;
            note: string | null;
            trackingNumber: string | null;
            steps: {
                /** @enum {string} */
                status: "placed" | "processing" | "shipped" | "delivered" | "cancelled";
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                by: "owner" | "staff";
            }[];
        };
        /** OrderItem */
        OrderItem: {
            productId: number;
            sku: string;
            name: string;
            /** @description In minor units, as it was when the order was placed. */
            unitPrice: number;
            quantity: number;
            lineTotal: number;
        };
        /** PartlySignedIn */
        PartlySignedIn: {
            /** @constant */
            mfaRequired: true;
            partialToken: string;
            expiresIn: number;
            methods: string[];
        };
        /**
         * Problem
         * @description The body of every error (RFC 9457). Programs go by `code`, people read `detail`.
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description Where the problem is explained.
             */
            type: string;
            /** @description The same for every occurrence. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /** @description What is wrong with this request, in one sentence. */
            detail: string;
            /** @description The path that was asked for. */
            instance: string;
            /** @description Stable for ever. */
            code: string;
            /**
             * Format: uuid
             * @description Also in `X-Request-Id`; name it when you ask for help.
             */
            requestId: string;
            /** @description One entry for each wrong field. */
            errors?: components["schemas"]["FieldError"][];
            /** @description The same as `title`. */
            error: string;
            /** @description The same as `detail`. */
            message: string;
        };
        /** Product */
        Product: {
            id: number;
            sku: string;
            name: string;
            description: string;
            category: string;
            /** @enum {string} */
            status: "active" | "out_of_stock" | "coming_soon" | "discontinued";
            /** @description In minor units of the currency: 1999 is 19.99. */
            price: number;
            /** @description ISO 4217 */
            currency: string;
            stock: number;
            /** Format: date-time */
            created_at: string;
        };
        /** ProductChange */
        ProductChange: {
            sku?: string;
            name?: string;
            description?: string;
            category?: string;
            /** @enum {string} */
            status?: "active" | "out_of_stock" | "coming_soon" | "discontinued";
            /** @description In minor units of the currency: 1999 is 19.99. */
            price?: number;
            /** @description ISO 4217 */
            currency?: string;
            stock?: number;
        };
        /** Registered */
        Registered: {
            user: components["schemas"]["User"];
            partialToken: string;
            expiresIn: number;
            methods: string[];
            totp: {
                secret: string;
                uri: string;
                qr: string;
            };
        };
        /** Registration */
        Registration: {
            /** Format: email */
            email: string;
            password: string;
            user_name: string;
            phone?: string | null;
        };
        /** User */
        User: {
            /** Format: uuid */
            id: string;
            /**
             * Format: email
             * @description Old accounts may have an international address (RFC 6531).
             */
            email: string;
            user_name: string;
        };
        /** UserChange */
        UserChange: {
            /** Format: email */
            email?: string;
            user_name?: string;
            phone?: string | null;
        };
        /**
         * UserReference
         * @description A user as other things name their owner.
         */
        UserReference: {
            /** Format: uuid */
            id: string;
            /** Format: email */
            email: string;
            user_name: string;
        };
        /** VersionUse */
        VersionUse: {
            /** @example v1 */
            name: string;
            /** Format: date */
            released: string;
            deprecated: string | null;
            sunset: string | null;
            /** @description Of all clients, in the days asked for. */
            requests: number;
            /** @description The 100 busiest, busiest first. */
            clients: {
                /** @description An API key by its name, or what the client calls itself. */
                client: string;
                requests: number;
                /** Format: date */
                lastDay: string;
            }[];
        };
    };
    responses: {
        /** @description `malformed_request`: Malformed request. `invalid_query`: Invalid query parameters. `ambiguous_version`: Ambiguous API version. `unknown_version`: Unknown API version. */
        "400.malformed_request.invalid_query.ambiguous_version.unknown_version": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "malformed_request" | "invalid_query" | "ambiguous_version" | "unknown_version";
                };
            };
        };
        /** @description `malformed_request`: Malformed request. `invalid_query`: Invalid query parameters. `ambiguous_version`: Ambiguous API version. `unknown_version`: Unknown API version. `malformed_json`: Malformed JSON. */
        "400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "malformed_request" | "invalid_query" | "ambiguous_version" | "unknown_version" | "malformed_json";
                };
            };
        };
        /** @description `invalid_credentials`: Invalid credentials. */
        "401.invalid_credentials": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "invalid_credentials";
                };
            };
        };
        /** @description `unauthenticated`: Not signed in. `second_factor_required`: Second factor required. `invalid_api_key`: Invalid API key. */
        "401.unauthenticated.second_factor_required.invalid_api_key": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "unauthenticated" | "second_factor_required" | "invalid_api_key";
                };
            };
        };
        /** @description `unauthenticated`: Not signed in. `second_factor_required`: Second factor required. `invalid_api_key`: Invalid API key. `invalid_code`: Invalid code. */
        "401.unauthenticated.second_factor_required.invalid_api_key.invalid_code": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "unauthenticated" | "second_factor_required" | "invalid_api_key" | "invalid_code";
                };
            };
        };
        /** @description `unauthenticated`: Not signed in. `second_factor_required`: Second factor required. `invalid_api_key`: Invalid API key. `invalid_code`: Invalid code. `code_already_used`: Code already used. */
        "401.unauthenticated.second_factor_required.invalid_api_key.invalid_code.code_already_used": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "unauthenticated" | "second_factor_required" | "invalid_api_key" | "invalid_code" | "code_already_used";
                };
            };
        };
        /** @description `unauthenticated`: Not signed in. `sign_in_ended`: Sign-in attempt ended. `invalid_api_key`: Invalid API key. */
        "401.unauthenticated.sign_in_ended.invalid_api_key": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "unauthenticated" | "sign_in_ended" | "invalid_api_key";
                };
            };
        };
        /** @description `unauthenticated`: Not signed in. `sign_in_ended`: Sign-in attempt ended. `invalid_api_key`: Invalid API key. `invalid_code`: Invalid code. */
        "401.unauthenticated.sign_in_ended.invalid_api_key.invalid_code": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "unauthenticated" | "sign_in_ended" | "invalid_api_key" | "invalid_code";
                };
            };
        };
        /** @description `unauthenticated`: Not signed in. `sign_in_ended`: Sign-in attempt ended. `invalid_api_key`: Invalid API key. `invalid_code`: Invalid code. `code_already_used`: Code already used. */
        "401.unauthenticated.sign_in_ended.invalid_api_key.invalid_code.code_already_used": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "unauthenticated" | "sign_in_ended" | "invalid_api_key" | "invalid_code" | "code_already_used";
                };
            };
        };
        /** @description `csrf_required`: CSRF token or API key required. */
        "403.csrf_required": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "csrf_required";
                };
            };
        };
        /** @description `forbidden`: Forbidden. */
        "403.forbidden": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "forbidden";
                };
            };
        };
        /** @description `forbidden`: Forbidden. `csrf_required`: CSRF token or API key required. */
        "403.forbidden.csrf_required": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "forbidden" | "csrf_required";
                };
            };
        };
        /** @description `forbidden`: Forbidden. `csrf_required`: CSRF token or API key required. `reauthentication_required`: Second factor must be entered again. */
        "403.forbidden.csrf_required.reauthentication_required": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "forbidden" | "csrf_required" | "reauthentication_required";
                };
            };
        };
        /** @description `not_found`: Not found. */
        "404.not_found": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "not_found";
                };
            };
        };
        /** @description `version_not_acceptable`: Unknown API version. */
        "406.version_not_acceptable": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "version_not_acceptable";
                };
            };
        };
        /** @description `email_taken`: E-mail address already registered. */
        "409.email_taken": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "email_taken";
                };
            };
        };
        /** @description `idempotency_key_in_use`: Request with this Idempotency-Key in progress. */
        "409.idempotency_key_in_use": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "idempotency_key_in_use";
                };
            };
        };
        /** @description `idempotency_key_in_use`: Request with this Idempotency-Key in progress. `insufficient_stock`: Insufficient stock. `product_unavailable`: Product not for sale. `total_changed`: Total has changed. */
        "409.idempotency_key_in_use.insufficient_stock.product_unavailable.total_changed": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "insufficient_stock" | "product_unavailable" | "total_changed";
                    product?: {
                        id: number;
                        name: string;
                        /** @description Of one that is not for sale. */
                        status?: string;
                    };
                    asked?: number;
                    left?: number;
                    all?: {
                        product: {
                            id: number;
                            name: string;
                            /** @description Of one that is not for sale. */
                            status?: string;
                        };
                        asked: number;
                        left: number;
                    }[];
                    total?: number;
                    expectedTotal?: number;
                    currency?: string;
                };
            };
        };
        /** @description `idempotency_key_in_use`: Request with this Idempotency-Key in progress. `sku_taken`: SKU already taken. */
        "409.idempotency_key_in_use.sku_taken": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "idempotency_key_in_use" | "sku_taken";
                };
            };
        };
        /** @description `last_second_factor`: Last second factor. */
        "409.last_second_factor": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "last_second_factor";
                };
            };
        };
        /** @description `no_sms_factor`: No telephone for text messages. */
        "409.no_sms_factor": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "no_sms_factor";
                };
            };
        };
        /** @description `not_in_doubt`: Delivery not in doubt. */
        "409.not_in_doubt": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "not_in_doubt";
                };
            };
        };
        /** @description `product_unavailable`: Product not for sale. `insufficient_stock`: Insufficient stock. */
        "409.product_unavailable.insufficient_stock": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "product_unavailable" | "insufficient_stock";
                    product?: {
                        id: number;
                        name: string;
                        /** @description Of one that is not for sale. */
                        status?: string;
                    };
                    asked?: number;
                    left?: number;
                    all?: {
                        product: {
                            id: number;
                            name: string;
                            /** @description Of one that is not for sale. */
                            status?: string;
                        };
                        asked: number;
                        left: number;
                    }[];
                };
            };
        };
        /** @description `sku_taken`: SKU already taken. */
        "409.sku_taken": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "sku_taken";
                };
            };
        };
        /** @description `wrong_order_state`: Order is in another state. */
        "409.wrong_order_state": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "wrong_order_state";
                    from?: string;
                    to?: string;
                };
            };
        };
        /** @description `body_too_large`: Request body too large. */
        "413.body_too_large": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "body_too_large";
                };
            };
        };
        /** @description `unsupported_media_type`: Unsupported media type. */
        "415.unsupported_media_type": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /** @description `invalid_input`: Invalid input. */
        "422.invalid_input": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "invalid_input";
                };
            };
        };
        /** @description `invalid_input`: Invalid input. `idempotency_key_reused`: Idempotency-Key already used. */
        "422.invalid_input.idempotency_key_reused": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "invalid_input" | "idempotency_key_reused";
                };
            };
        };
        /** @description `invalid_input`: Invalid input. `invalid_reset_token`: Invalid or used reset link. */
        "422.invalid_input.invalid_reset_token": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "invalid_input" | "invalid_reset_token";
                };
            };
        };
        /** @description `invalid_input`: Invalid input. `invalid_verification_token`: Invalid or expired verification link. */
        "422.invalid_input.invalid_verification_token": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "invalid_input" | "invalid_verification_token";
                };
            };
        };
        /** @description `rate_limited`: Too many requests. */
        "429.rate_limited": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `internal_error`: Internal error. */
        "500.internal_error": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "internal_error";
                };
            };
        };
        /** @description `database_unavailable`: Temporarily unavailable. */
        "503.database_unavailable": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "database_unavailable";
                };
            };
        };
        /** @description `sms_not_sent`: Text message not sent. `database_unavailable`: Temporarily unavailable. */
        "503.sms_not_sent.database_unavailable": {
            headers: {
                "Semel-Version": components["headers"]["Semel-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code?: "sms_not_sent" | "database_unavailable";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The version that answered. */
        "Semel-Version": string;
        /** @description Names this request, for support. */
        "X-Request-Id": string;
        /** @description How to sign in (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description In how many seconds to try again. */
        "Retry-After": number;
        /** @description `true` when this is the stored answer to an earlier request with the same `Idempotency-Key`. */
        "Idempotent-Replayed": "true";
        /** @description Where else to look (RFC 8288): the pages of a list, the successor of a deprecated version. */
        Link: string;
        /** @description Names this state (RFC 9110 §8.8.3). Sent back as `If-None-Match`, it spares the body: 304. */
        ETag: string;
        /** @description Where the created thing can be read. */
        Location: string;
        /** @description Since when this version is deprecated (RFC 9745). */
        Deprecation: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAnnouncements: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "subject": "subject",
                     *           "message": "Do you deliver on Saturdays?",
                     *           "orderedFrom": "2026-03-14T09:26:53.000Z",
                     *           "orderedBefore": "2026-03-14T09:26:53.000Z",
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "progress": {
                     *             "allRecipientsFound": true,
                     *             "recipients": 1,
                     *             "pending": 1,
                     *             "sent": 1,
                     *             "failed": 1,
                     *             "skipped": 1,
                     *             "inDoubt": 1
                     *           }
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            subject: string;
                            message: string;
                            orderedFrom: string | null;
                            orderedBefore: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description How many e-mails of it stand where. */
                            progress: {
                                /** @description False while recipients are still being written down. */
                                allRecipientsFound: boolean;
                                recipients: number;
                                pending: number;
                                sent: number;
                                failed: number;
                                skipped: number;
                                inDoubt: number;
                            };
                        }[];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    publishAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the client, new for each thing to create, repeated with each retry; kept for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "subject",
                 *       "message": "Do you deliver on Saturdays?",
                 *       "orderedFrom": "2026-03-14T09:26:53.000Z",
                 *       "orderedBefore": "2026-03-14T09:26:53.000Z"
                 *     }
                 */
                "application/json": {
                    /** @description Must be one line. */
                    subject: string;
                    /** @description Plain text; an empty line begins a new paragraph. */
                    message: string;
                    /**
                     * Format: date-time
                     * @description Only to customers who placed an order from then on.
                     */
                    orderedFrom?: string;
                    /**
                     * Format: date-time
                     * @description Only to those who did before.
                     */
                    orderedBefore?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "subject": "subject",
                     *       "message": "Do you deliver on Saturdays?",
                     *       "orderedFrom": "2026-03-14T09:26:53.000Z",
                     *       "orderedBefore": "2026-03-14T09:26:53.000Z",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "progress": {
                     *         "allRecipientsFound": true,
                     *         "recipients": 1,
                     *         "pending": 1,
                     *         "sent": 1,
                     *         "failed": 1,
                     *         "skipped": 1,
                     *         "inDoubt": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        subject: string;
                        message: string;
                        orderedFrom: string | null;
                        orderedBefore: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description How many e-mails of it stand where. */
                        progress: {
                            /** @description False while recipients are still being written down. */
                            allRecipientsFound: boolean;
                            recipients: number;
                            pending: number;
                            sent: number;
                            failed: number;
                            skipped: number;
                            inDoubt: number;
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input.idempotency_key_reused"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getAnnouncement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "subject": "subject",
                     *       "message": "Do you deliver on Saturdays?",
                     *       "orderedFrom": "2026-03-14T09:26:53.000Z",
                     *       "orderedBefore": "2026-03-14T09:26:53.000Z",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "progress": {
                     *         "allRecipientsFound": true,
                     *         "recipients": 1,
                     *         "pending": 1,
                     *         "sent": 1,
                     *         "failed": 1,
                     *         "skipped": 1,
                     *         "inDoubt": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        subject: string;
                        message: string;
                        orderedFrom: string | null;
                        orderedBefore: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description How many e-mails of it stand where. */
                        progress: {
                            /** @description False while recipients are still being written down. */
                            allRecipientsFound: boolean;
                            recipients: number;
                            pending: number;
                            sent: number;
                            failed: number;
                            skipped: number;
                            inDoubt: number;
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "name": "Desk lamp",
                     *           "scopes": [
                     *             "scope"
                     *           ],
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "revokedAt": "2026-03-14T09:26:53.000Z"
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            scopes: string[];
                            /** Format: date-time */
                            createdAt: string;
                            revokedAt: string | null;
                        }[];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Desk lamp",
                 *       "scopes": [
                 *         "products:read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    scopes: ("products:read" | "users:read" | "orders:read" | "notifications:send" | "auth:reset")[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "key": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description Shown this once. */
                        key: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
                user?: string;
                action?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "at": "2026-03-14T09:26:53.000Z",
                     *           "action": "action",
                     *           "userId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "actorId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "ip": "203.0.113.7",
                     *           "userAgent": "userAgent",
                     *           "detail": {}
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** Format: date-time */
                            at: string;
                            action: string;
                            userId: string | null;
                            actorId: string | null;
                            ip: string | null;
                            userAgent: string | null;
                            detail: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listCaches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "catalogue",
                     *           "entries": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Cache"][];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    forgetUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    emptyCache: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example Desk lamp */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listContactMessages: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "email": "ada@example.com",
                     *           "name": "Desk lamp",
                     *           "message": "Do you deliver on Saturdays?",
                     *           "receivedAt": "2026-03-14T09:26:53.000Z"
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ContactMessage"][];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
                /** @description The id of the event. */
                event?: string;
                /** @description The kind of event. */
                kind?: "order.placed" | "order.confirmation_requested" | "order.shipped" | "order.cancelled" | "user.registered" | "user.password_reset_requested" | "user.email_changed" | "user.factors_reset" | "contact.message_received" | "announcement.published";
                /** @description The id or the email address of a user. */
                user?: string;
                order?: number;
                /** @description pending, claimed and finishing are on their way; in_doubt waits to be settled. */
                state?: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
                /** @description From this time on. */
                from?: string;
                /** @description Before this time. */
                before?: string;
                /**
                 * @deprecated
                 * @description Use `event`.
                 */
                eventId?: string;
                /**
                 * @deprecated
                 * @description Use `kind`.
                 */
                type?: string;
                /**
                 * @deprecated
                 * @description Use `user`.
                 */
                userId?: string;
                /**
                 * @deprecated
                 * @description Use `order`.
                 */
                orderId?: number;
                /**
                 * @deprecated
                 * @description Use `state`.
                 */
                status?: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "type": "order.placed",
                     *           "orderId": 1001,
                     *           "status": "pending",
                     *           "address": "address",
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "sentAt": "2026-03-14T09:26:53.000Z",
                     *           "eventId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "recipient": {
                     *             "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *             "email": "ada@example.com",
                     *             "user_name": "Ada Lovelace"
                     *           },
                     *           "userId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "attempts": 1,
                     *           "nextAttemptAt": "2026-03-14T09:26:53.000Z",
                     *           "messageId": "messageId",
                     *           "reply": "reply",
                     *           "releasedAt": "2026-03-14T09:26:53.000Z",
                     *           "endedAt": "2026-03-14T09:26:53.000Z",
                     *           "late": true
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /**
                             * @description The event that it tells of.
                             * @example order.placed
                             */
                            type: string;
                            orderId: number | null;
                            /**
                             * @description pending, claimed and finishing are on their way; in_doubt waits to be settled.
                             * @enum {string}
                             */
                            status: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
                            /** @description Where it was sent to; null until then. */
                            address: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            sentAt: string | null;
                            /** Format: uuid */
                            eventId: string;
                            /** @description null: the support desk, or a user who is gone. */
                            recipient: components["schemas"]["UserReference"] | null;
                            userId: string | null;
                            /** @description How often it was tried. */
                            attempts: number;
                            nextAttemptAt: string | null;
                            messageId: string | null;
                            reply: string | null;
                            releasedAt: string | null;
                            endedAt: string | null;
                            /** @description More than 30 seconds after its cause. */
                            late: boolean;
                        }[];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "type": "order.placed",
                     *       "orderId": 1001,
                     *       "status": "pending",
                     *       "address": "address",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "sentAt": "2026-03-14T09:26:53.000Z",
                     *       "eventId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "recipient": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "userId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "attempts": 1,
                     *       "nextAttemptAt": "2026-03-14T09:26:53.000Z",
                     *       "messageId": "messageId",
                     *       "reply": "reply",
                     *       "releasedAt": "2026-03-14T09:26:53.000Z",
                     *       "endedAt": "2026-03-14T09:26:53.000Z",
                     *       "late": true,
                     *       "history": [
                     *         {
                     *           "number": 1,
                     *           "worker": 1,
                     *           "startedAt": "2026-03-14T09:26:53.000Z",
                     *           "releasedAt": "2026-03-14T09:26:53.000Z",
                     *           "endedAt": "2026-03-14T09:26:53.000Z",
                     *           "address": "address",
                     *           "outcome": "outcome",
                     *           "reply": "reply"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /**
                         * @description The event that it tells of.
                         * @example order.placed
                         */
                        type: string;
                        orderId: number | null;
                        /**
                         * @description pending, claimed and finishing are on their way; in_doubt waits to be settled.
                         * @enum {string}
                         */
                        status: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
                        /** @description Where it was sent to; null until then. */
                        address: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        sentAt: string | null;
                        /** Format: uuid */
                        eventId: string;
                        /** @description null: the support desk, or a user who is gone. */
                        recipient: components["schemas"]["UserReference"] | null;
                        userId: string | null;
                        /** @description How often it was tried. */
                        attempts: number;
                        nextAttemptAt: string | null;
                        messageId: string | null;
                        reply: string | null;
                        releasedAt: string | null;
                        endedAt: string | null;
                        /** @description More than 30 seconds after its cause. */
                        late: boolean;
                        history: {
                            number: number;
                            worker: number | null;
                            startedAt: string | null;
                            releasedAt: string | null;
                            /** Format: date-time */
                            endedAt: string;
                            address: string | null;
                            outcome: string;
                            reply: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    settleAsArrived: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "type": "order.placed",
                     *       "orderId": 1001,
                     *       "status": "pending",
                     *       "address": "address",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "sentAt": "2026-03-14T09:26:53.000Z",
                     *       "eventId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "recipient": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "userId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "attempts": 1,
                     *       "nextAttemptAt": "2026-03-14T09:26:53.000Z",
                     *       "messageId": "messageId",
                     *       "reply": "reply",
                     *       "releasedAt": "2026-03-14T09:26:53.000Z",
                     *       "endedAt": "2026-03-14T09:26:53.000Z",
                     *       "late": true,
                     *       "history": [
                     *         {
                     *           "number": 1,
                     *           "worker": 1,
                     *           "startedAt": "2026-03-14T09:26:53.000Z",
                     *           "releasedAt": "2026-03-14T09:26:53.000Z",
                     *           "endedAt": "2026-03-14T09:26:53.000Z",
                     *           "address": "address",
                     *           "outcome": "outcome",
                     *           "reply": "reply"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /**
                         * @description The event that it tells of.
                         * @example order.placed
                         */
                        type: string;
                        orderId: number | null;
                        /**
                         * @description pending, claimed and finishing are on their way; in_doubt waits to be settled.
                         * @enum {string}
                         */
                        status: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
                        /** @description Where it was sent to; null until then. */
                        address: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        sentAt: string | null;
                        /** Format: uuid */
                        eventId: string;
                        /** @description null: the support desk, or a user who is gone. */
                        recipient: components["schemas"]["UserReference"] | null;
                        userId: string | null;
                        /** @description How often it was tried. */
                        attempts: number;
                        nextAttemptAt: string | null;
                        messageId: string | null;
                        reply: string | null;
                        releasedAt: string | null;
                        endedAt: string | null;
                        /** @description More than 30 seconds after its cause. */
                        late: boolean;
                        history: {
                            number: number;
                            worker: number | null;
                            startedAt: string | null;
                            releasedAt: string | null;
                            /** Format: date-time */
                            endedAt: string;
                            address: string | null;
                            outcome: string;
                            reply: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.not_in_doubt"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    settleBySendingAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "type": "order.placed",
                     *       "orderId": 1001,
                     *       "status": "pending",
                     *       "address": "address",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "sentAt": "2026-03-14T09:26:53.000Z",
                     *       "eventId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "recipient": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "userId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "attempts": 1,
                     *       "nextAttemptAt": "2026-03-14T09:26:53.000Z",
                     *       "messageId": "messageId",
                     *       "reply": "reply",
                     *       "releasedAt": "2026-03-14T09:26:53.000Z",
                     *       "endedAt": "2026-03-14T09:26:53.000Z",
                     *       "late": true,
                     *       "history": [
                     *         {
                     *           "number": 1,
                     *           "worker": 1,
                     *           "startedAt": "2026-03-14T09:26:53.000Z",
                     *           "releasedAt": "2026-03-14T09:26:53.000Z",
                     *           "endedAt": "2026-03-14T09:26:53.000Z",
                     *           "address": "address",
                     *           "outcome": "outcome",
                     *           "reply": "reply"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /**
                         * @description The event that it tells of.
                         * @example order.placed
                         */
                        type: string;
                        orderId: number | null;
                        /**
                         * @description pending, claimed and finishing are on their way; in_doubt waits to be settled.
                         * @enum {string}
                         */
                        status: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
                        /** @description Where it was sent to; null until then. */
                        address: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        sentAt: string | null;
                        /** Format: uuid */
                        eventId: string;
                        /** @description null: the support desk, or a user who is gone. */
                        recipient: components["schemas"]["UserReference"] | null;
                        userId: string | null;
                        /** @description How often it was tried. */
                        attempts: number;
                        nextAttemptAt: string | null;
                        messageId: string | null;
                        reply: string | null;
                        releasedAt: string | null;
                        endedAt: string | null;
                        /** @description More than 30 seconds after its cause. */
                        late: boolean;
                        history: {
                            number: number;
                            worker: number | null;
                            startedAt: string | null;
                            releasedAt: string | null;
                            /** Format: date-time */
                            endedAt: string;
                            address: string | null;
                            outcome: string;
                            reply: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.not_in_doubt"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "customer"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    role: "customer" | "staff" | "admin";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "email": "ada@example.com",
                     *       "user_name": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    disableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "disabledAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountState"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    enableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "disabledAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountState"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    resetFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recoveryCode": "recoveryCode",
                     *       "expiresAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["HandedOver"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    endSessionsOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listVersionsInUse: {
        parameters: {
            query?: {
                /** @description How far to look back. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "v1",
                     *           "released": "2026-03-14",
                     *           "deprecated": "2026-03-14T09:26:53.000Z",
                     *           "sunset": "2026-03-14T09:26:53.000Z",
                     *           "requests": 1,
                     *           "clients": [
                     *             {
                     *               "client": "client",
                     *               "requests": 1,
                     *               "lastDay": "2026-03-14"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["VersionUse"][];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getCsrfToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "csrfToken": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12"
                     *     }
                     */
                    "application/json": {
                        csrfToken: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Do you deliver on Saturdays?"
                     *     }
                     */
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mfaRequired": true,
                     *       "partialToken": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *       "expiresIn": 300,
                     *       "methods": [
                     *         "method"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PartlySignedIn"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.invalid_credentials"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    enterCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *       "tokenType": "Bearer",
                     *       "expiresAt": "2026-03-14T09:26:53.000Z",
                     *       "user": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "recoveryCodes": [
                     *         "recoveryCode"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        token: string;
                        /** @constant */
                        tokenType: "Bearer";
                        /** Format: date-time */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Once, with the first sign-in. */
                        recoveryCodes?: string[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.sign_in_ended.invalid_api_key.invalid_code.code_already_used"];
            403: components["responses"]["403.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    enterPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "passkey": {
                 *         "id": "id"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The answer of navigator.credentials. */
                    passkey: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *       "tokenType": "Bearer",
                     *       "expiresAt": "2026-03-14T09:26:53.000Z",
                     *       "user": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "recoveryCodes": [
                     *         "recoveryCode"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        token: string;
                        /** @constant */
                        tokenType: "Bearer";
                        /** Format: date-time */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Once, with the first sign-in. */
                        recoveryCodes?: string[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.sign_in_ended.invalid_api_key.invalid_code"];
            403: components["responses"]["403.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For navigator.credentials. */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.sign_in_ended.invalid_api_key"];
            403: components["responses"]["403.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    enterRecoveryCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recoveryCode": "recoveryCode"
                 *     }
                 */
                "application/json": {
                    recoveryCode: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *       "tokenType": "Bearer",
                     *       "expiresAt": "2026-03-14T09:26:53.000Z",
                     *       "user": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "recoveryCodes": [
                     *         "recoveryCode"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        token: string;
                        /** @constant */
                        tokenType: "Bearer";
                        /** Format: date-time */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Once, with the first sign-in. */
                        recoveryCodes?: string[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.sign_in_ended.invalid_api_key.invalid_code.code_already_used"];
            403: components["responses"]["403.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    sendSignInSms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sentTo": "sentTo",
                     *       "expiresIn": 300
                     *     }
                     */
                    "application/json": {
                        /** @description The number, for the most part hidden. */
                        sentTo: string;
                        /** @description Seconds. */
                        expiresIn: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.sign_in_ended.invalid_api_key"];
            403: components["responses"]["403.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.no_sms_factor"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.sms_not_sent.database_unavailable"];
        };
    };
    reauthenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "492039",
                 *       "recoveryCode": "recoveryCode"
                 *     }
                 */
                "application/json": {
                    code?: string;
                    recoveryCode?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *       "tokenType": "Bearer",
                     *       "expiresAt": "2026-03-14T09:26:53.000Z",
                     *       "user": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "recoveryCodes": [
                     *         "recoveryCode"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        token: string;
                        /** @constant */
                        tokenType: "Bearer";
                        /** Format: date-time */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Once, with the first sign-in. */
                        recoveryCodes?: string[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key.invalid_code.code_already_used"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    reauthenticateByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "passkey": {
                 *         "id": "id"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The answer of navigator.credentials. */
                    passkey: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *       "tokenType": "Bearer",
                     *       "expiresAt": "2026-03-14T09:26:53.000Z",
                     *       "user": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "recoveryCodes": [
                     *         "recoveryCode"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        token: string;
                        /** @constant */
                        tokenType: "Bearer";
                        /** Format: date-time */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Once, with the first sign-in. */
                        recoveryCodes?: string[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key.invalid_code"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    startPasskeyReauthentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For navigator.credentials. */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    sendReauthenticationSms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sentTo": "sentTo",
                     *       "expiresIn": 300
                     *     }
                     */
                    "application/json": {
                        /** @description The number, for the most part hidden. */
                        sentTo: string;
                        /** @description Seconds. */
                        expiresIn: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.no_sms_factor"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.sms_not_sent.database_unavailable"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple",
                 *       "user_name": "Ada Lovelace",
                 *       "phone": "+441632960001"
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "partialToken": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *       "expiresIn": 300,
                     *       "methods": [
                     *         "method"
                     *       ],
                     *       "totp": {
                     *         "secret": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *         "uri": "uri",
                     *         "qr": "qr"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Registered"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.email_taken"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Do you deliver on Saturdays?"
                     *     }
                     */
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input.invalid_reset_token"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "current": true,
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "lastSeenAt": "2026-03-14T09:26:53.000Z",
                     *           "expiresAt": "2026-03-14T09:26:53.000Z",
                     *           "ip": "203.0.113.7",
                     *           "userAgent": "userAgent"
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @description The session of this request. */
                            current: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastSeenAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                            ip: string | null;
                            userAgent: string | null;
                        }[];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12"
                 *     }
                 */
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Do you deliver on Saturdays?"
                     *     }
                     */
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input.invalid_verification_token"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "quantity": 1,
                     *           "name": "Desk lamp",
                     *           "category": "lighting",
                     *           "unitPrice": 1999,
                     *           "currency": "EUR",
                     *           "lineTotal": 1999,
                     *           "changes": [
                     *             {
                     *               "code": "492039",
                     *               "reason": "reason"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "orderable": true
                     *     }
                     */
                    "application/json": {
                        items: {
                            productId: number;
                            quantity: number;
                            name: string;
                            category: string;
                            /** @description In minor units, as it is now. */
                            unitPrice: number;
                            currency: string;
                            lineTotal: number;
                            /** @description What is no longer as it was when the product was put in. */
                            changes: {
                                code: string;
                                reason: string;
                            }[];
                        }[];
                        total: number;
                        currency: string;
                        /** @description Whether all of it could be ordered now. */
                        orderable: boolean;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    addToCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "productId": 42,
                 *       "quantity": 1
                 *     }
                 */
                "application/json": {
                    productId: number;
                    quantity: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "quantity": 1,
                     *           "name": "Desk lamp",
                     *           "category": "lighting",
                     *           "unitPrice": 1999,
                     *           "currency": "EUR",
                     *           "lineTotal": 1999,
                     *           "changes": [
                     *             {
                     *               "code": "492039",
                     *               "reason": "reason"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "orderable": true
                     *     }
                     */
                    "application/json": {
                        items: {
                            productId: number;
                            quantity: number;
                            name: string;
                            category: string;
                            /** @description In minor units, as it is now. */
                            unitPrice: number;
                            currency: string;
                            lineTotal: number;
                            /** @description What is no longer as it was when the product was put in. */
                            changes: {
                                code: string;
                                reason: string;
                            }[];
                        }[];
                        total: number;
                        currency: string;
                        /** @description Whether all of it could be ordered now. */
                        orderable: boolean;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.product_unavailable.insufficient_stock"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    removeCartItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 42 */
                productId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "quantity": 1,
                     *           "name": "Desk lamp",
                     *           "category": "lighting",
                     *           "unitPrice": 1999,
                     *           "currency": "EUR",
                     *           "lineTotal": 1999,
                     *           "changes": [
                     *             {
                     *               "code": "492039",
                     *               "reason": "reason"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "orderable": true
                     *     }
                     */
                    "application/json": {
                        items: {
                            productId: number;
                            quantity: number;
                            name: string;
                            category: string;
                            /** @description In minor units, as it is now. */
                            unitPrice: number;
                            currency: string;
                            lineTotal: number;
                            /** @description What is no longer as it was when the product was put in. */
                            changes: {
                                code: string;
                                reason: string;
                            }[];
                        }[];
                        total: number;
                        currency: string;
                        /** @description Whether all of it could be ordered now. */
                        orderable: boolean;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    changeCartItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 42 */
                productId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quantity": 1
                 *     }
                 */
                "application/json": {
                    quantity: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "quantity": 1,
                     *           "name": "Desk lamp",
                     *           "category": "lighting",
                     *           "unitPrice": 1999,
                     *           "currency": "EUR",
                     *           "lineTotal": 1999,
                     *           "changes": [
                     *             {
                     *               "code": "492039",
                     *               "reason": "reason"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "orderable": true
                     *     }
                     */
                    "application/json": {
                        items: {
                            productId: number;
                            quantity: number;
                            name: string;
                            category: string;
                            /** @description In minor units, as it is now. */
                            unitPrice: number;
                            currency: string;
                            lineTotal: number;
                            /** @description What is no longer as it was when the product was put in. */
                            changes: {
                                code: string;
                                reason: string;
                            }[];
                        }[];
                        total: number;
                        currency: string;
                        /** @description Whether all of it could be ordered now. */
                        orderable: boolean;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.product_unavailable.insufficient_stock"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    sendContactMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the client, new for each thing to create, repeated with each retry; kept for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "message": "Do you deliver on Saturdays?",
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["NewContactMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "receivedAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ContactMessageReceived"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
                order?: number;
                /**
                 * @deprecated
                 * @description Use `order`.
                 */
                orderId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "type": "order.placed",
                     *           "orderId": 1001,
                     *           "status": "pending",
                     *           "address": "address",
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "sentAt": "2026-03-14T09:26:53.000Z"
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /**
                             * @description The event that it tells of.
                             * @example order.placed
                             */
                            type: string;
                            orderId: number | null;
                            /**
                             * @description pending, claimed and finishing are on their way; in_doubt waits to be settled.
                             * @enum {string}
                             */
                            status: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
                            /** @description Where it was sent to; null until then. */
                            address: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            sentAt: string | null;
                        }[];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    requestOrderConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the client, new for each thing to create, repeated with each retry; kept for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orderId": 1001,
                 *       "resend": true
                 *     }
                 */
                "application/json": {
                    orderId: number;
                    /** @description Staff only: send another email in any case. */
                    resend?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "notificationId": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "orderId": 1001,
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        notificationId: string;
                        orderId: number;
                        /**
                         * @description pending, claimed and finishing are on their way; in_doubt waits to be settled.
                         * @enum {string}
                         */
                        status: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input.idempotency_key_reused"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "type": "order.placed",
                     *       "orderId": 1001,
                     *       "status": "pending",
                     *       "address": "address",
                     *       "createdAt": "2026-03-14T09:26:53.000Z",
                     *       "sentAt": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /**
                         * @description The event that it tells of.
                         * @example order.placed
                         */
                        type: string;
                        orderId: number | null;
                        /**
                         * @description pending, claimed and finishing are on their way; in_doubt waits to be settled.
                         * @enum {string}
                         */
                        status: "pending" | "claimed" | "finishing" | "sent" | "failed" | "skipped" | "in_doubt";
                        /** @description Where it was sent to; null until then. */
                        address: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        sentAt: string | null;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI document. */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
                sort?: "-id" | "id" | "-total" | "total";
                status?: "placed" | "processing" | "shipped" | "delivered" | "cancelled";
                /** @description The id or the email address of the owner; staff only. */
                user?: string;
                product?: number;
                /** @description From this time on. */
                from?: string;
                /** @description Before this time. */
                before?: string;
                /**
                 * @deprecated
                 * @description Use `user`.
                 */
                userId?: string;
                /**
                 * @deprecated
                 * @description Use `product`.
                 */
                productId?: number;
                /**
                 * @deprecated
                 * @description Use `from`.
                 */
                placedFrom?: string;
                /**
                 * @deprecated
                 * @description Use `before`.
                 */
                placedBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 1001,
                     *           "status": "placed",
                     *           "items": [
                     *             {
                     *               "productId": 42,
                     *               "sku": "LAMP-0042",
                     *               "name": "Desk lamp",
                     *               "unitPrice": 1999,
                     *               "quantity": 1,
                     *               "lineTotal": 1999
                     *             }
                     *           ],
                     *           "total": 1999,
                     *           "currency": "EUR",
                     *           "owner": {
                     *             "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *             "email": "ada@example.com",
                     *             "user_name": "Ada Lovelace"
                     *           },
                     *           "placedAt": "2026-03-14T09:26:53.000Z",
                     *           "note": "Please ring twice.",
                     *           "trackingNumber": "00340434161094015902",
                     *           "steps": [
                     *             {
                     *               "status": "placed",
                     *               "at": "2026-03-14T09:26:53.000Z",
                     *               "by": "owner"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Order"][];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the client, new for each thing to create, repeated with each retry; kept for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "productId": 42,
                 *           "quantity": 1
                 *         }
                 *       ],
                 *       "note": "Please ring twice.",
                 *       "expectedTotal": 1999
                 *     }
                 */
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "status": "placed",
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "sku": "LAMP-0042",
                     *           "name": "Desk lamp",
                     *           "unitPrice": 1999,
                     *           "quantity": 1,
                     *           "lineTotal": 1999
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "owner": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "placedAt": "2026-03-14T09:26:53.000Z",
                     *       "note": "Please ring twice.",
                     *       "trackingNumber": "00340434161094015902",
                     *       "steps": [
                     *         {
                     *           "status": "placed",
                     *           "at": "2026-03-14T09:26:53.000Z",
                     *           "by": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use.insufficient_stock.product_unavailable.total_changed"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input.idempotency_key_reused"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "status": "placed",
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "sku": "LAMP-0042",
                     *           "name": "Desk lamp",
                     *           "unitPrice": 1999,
                     *           "quantity": 1,
                     *           "lineTotal": 1999
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "owner": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "placedAt": "2026-03-14T09:26:53.000Z",
                     *       "note": "Please ring twice.",
                     *       "trackingNumber": "00340434161094015902",
                     *       "steps": [
                     *         {
                     *           "status": "placed",
                     *           "at": "2026-03-14T09:26:53.000Z",
                     *           "by": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "status": "placed",
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "sku": "LAMP-0042",
                     *           "name": "Desk lamp",
                     *           "unitPrice": 1999,
                     *           "quantity": 1,
                     *           "lineTotal": 1999
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "owner": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "placedAt": "2026-03-14T09:26:53.000Z",
                     *       "note": "Please ring twice.",
                     *       "trackingNumber": "00340434161094015902",
                     *       "steps": [
                     *         {
                     *           "status": "placed",
                     *           "at": "2026-03-14T09:26:53.000Z",
                     *           "by": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.wrong_order_state"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    deliverOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "status": "placed",
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "sku": "LAMP-0042",
                     *           "name": "Desk lamp",
                     *           "unitPrice": 1999,
                     *           "quantity": 1,
                     *           "lineTotal": 1999
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "owner": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "placedAt": "2026-03-14T09:26:53.000Z",
                     *       "note": "Please ring twice.",
                     *       "trackingNumber": "00340434161094015902",
                     *       "steps": [
                     *         {
                     *           "status": "placed",
                     *           "at": "2026-03-14T09:26:53.000Z",
                     *           "by": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.wrong_order_state"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    processOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "status": "placed",
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "sku": "LAMP-0042",
                     *           "name": "Desk lamp",
                     *           "unitPrice": 1999,
                     *           "quantity": 1,
                     *           "lineTotal": 1999
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "owner": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "placedAt": "2026-03-14T09:26:53.000Z",
                     *       "note": "Please ring twice.",
                     *       "trackingNumber": "00340434161094015902",
                     *       "steps": [
                     *         {
                     *           "status": "placed",
                     *           "at": "2026-03-14T09:26:53.000Z",
                     *           "by": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.wrong_order_state"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    shipOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "trackingNumber": "00340434161094015902"
                 *     }
                 */
                "application/json": {
                    trackingNumber?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "status": "placed",
                     *       "items": [
                     *         {
                     *           "productId": 42,
                     *           "sku": "LAMP-0042",
                     *           "name": "Desk lamp",
                     *           "unitPrice": 1999,
                     *           "quantity": 1,
                     *           "lineTotal": 1999
                     *         }
                     *       ],
                     *       "total": 1999,
                     *       "currency": "EUR",
                     *       "owner": {
                     *         "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *         "email": "ada@example.com",
                     *         "user_name": "Ada Lovelace"
                     *       },
                     *       "placedAt": "2026-03-14T09:26:53.000Z",
                     *       "note": "Please ring twice.",
                     *       "trackingNumber": "00340434161094015902",
                     *       "steps": [
                     *         {
                     *           "status": "placed",
                     *           "at": "2026-03-14T09:26:53.000Z",
                     *           "by": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.wrong_order_state"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Counted from 1. */
                page?: number;
                /** @description Entries on a page. */
                limit?: number;
                /** @description One of id, name, category, status, price, created_at; descending as `-price` or `price DESC`. Text sorts by code points. Ties are broken by id in the same direction. */
                sort?: string;
                /** @description `asc` or `desc`, in place of a direction in `sort`. */
                order?: string;
                category?: string;
                status?: "active" | "out_of_stock" | "coming_soon" | "discontinued";
                /** @description Words that name or description must contain, all of them. "In quotes": one after another. */
                q?: string;
                /** @description A cursor from a `next` link. It names its page, so `page` may be left out. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 1001,
                     *           "sku": "LAMP-0042",
                     *           "name": "Desk lamp",
                     *           "description": "description",
                     *           "category": "lighting",
                     *           "status": "active",
                     *           "price": 1999,
                     *           "currency": "EUR",
                     *           "stock": 12,
                     *           "created_at": "2026-03-14T09:26:53.000Z"
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "page": 1,
                     *       "limit": 10,
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Product"][];
                        /** @description Entries on all pages together. */
                        totalCount: number;
                        page: number;
                        limit: number;
                        pageCount: number;
                    };
                };
            };
            /** @description Unchanged since the response with this ETag. */
            304: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Chosen by the client, new for each thing to create, repeated with each retry; kept for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sku": "LAMP-0042",
                 *       "name": "Desk lamp",
                 *       "description": "description",
                 *       "category": "lighting",
                 *       "status": "active",
                 *       "price": 1999,
                 *       "currency": "EUR",
                 *       "stock": 12
                 *     }
                 */
                "application/json": components["schemas"]["NewProduct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "sku": "LAMP-0042",
                     *       "name": "Desk lamp",
                     *       "description": "description",
                     *       "category": "lighting",
                     *       "status": "active",
                     *       "price": 1999,
                     *       "currency": "EUR",
                     *       "stock": 12,
                     *       "created_at": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use.sku_taken"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input.idempotency_key_reused"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "sku": "LAMP-0042",
                     *       "name": "Desk lamp",
                     *       "description": "description",
                     *       "category": "lighting",
                     *       "status": "active",
                     *       "price": 1999,
                     *       "currency": "EUR",
                     *       "stock": 12,
                     *       "created_at": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description Unchanged since the response with this ETag. */
            304: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    removeProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    changeProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "sku": "LAMP-0042",
                 *       "name": "Desk lamp",
                 *       "description": "description",
                 *       "category": "lighting",
                 *       "status": "active",
                 *       "price": 1999,
                 *       "currency": "EUR",
                 *       "stock": 12
                 *     }
                 */
                "application/json": components["schemas"]["ProductChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1001,
                     *       "sku": "LAMP-0042",
                     *       "name": "Desk lamp",
                     *       "description": "description",
                     *       "category": "lighting",
                     *       "status": "active",
                     *       "price": 1999,
                     *       "currency": "EUR",
                     *       "stock": 12,
                     *       "created_at": "2026-03-14T09:26:53.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.sku_taken"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "email": "ada@example.com",
                     *       "user_name": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    changeMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "user_name": "Ada Lovelace",
                 *       "phone": "+441632960001"
                 *     }
                 */
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "email": "ada@example.com",
                     *       "user_name": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.email_taken"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Desk lamp",
                 *       "passkey": {
                 *         "id": "id"
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description The answer of navigator.credentials. */
                    passkey: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "kind": "passkey"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @constant */
                        kind: "passkey";
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    startPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For navigator.credentials. */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "correct horse battery staple",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": {
                    currentPassword: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recoveryCodes": [
                     *         "recoveryCode"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        recoveryCodes: string[];
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *           "kind": "totp",
                     *           "name": "Desk lamp",
                     *           "phone": "+441632960001",
                     *           "createdAt": "2026-03-14T09:26:53.000Z",
                     *           "disabled": true
                     *         }
                     *       ],
                     *       "recoveryCodesLeft": 1
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "totp" | "sms" | "hardware" | "passkey";
                            name: string;
                            /** @description Most digits are hidden. */
                            phone: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description Switched off after 100 wrong codes in a row; remove it and add it anew. */
                            disabled: boolean;
                        }[];
                        recoveryCodesLeft: number;
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    addSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "totp",
                 *       "name": "Desk lamp",
                 *       "phone": "+441632960001",
                 *       "serial": "serial",
                 *       "codes": [
                 *         "492039"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    kind: "totp" | "sms" | "hardware";
                    name?: string;
                    /** @description Must be an international number like +491701234567. */
                    phone?: string;
                    serial?: string;
                    codes?: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "kind": "totp",
                     *       "totp": {
                     *         "secret": "N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12",
                     *         "uri": "uri",
                     *         "qr": "qr"
                     *       },
                     *       "sms": {
                     *         "sentTo": "sentTo",
                     *         "expiresIn": 300
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @enum {string} */
                        kind: "totp" | "sms" | "hardware";
                        totp?: {
                            secret: string;
                            uri: string;
                            qr: string;
                        };
                        sms?: {
                            /** @description The number, for the most part hidden. */
                            sentTo: string;
                            /** @description Seconds. */
                            expiresIn: number;
                        };
                    };
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key.invalid_code.code_already_used"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.sms_not_sent.database_unavailable"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden.csrf_required.reauthentication_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            409: components["responses"]["409.last_second_factor"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version.malformed_json"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key.invalid_code.code_already_used"];
            403: components["responses"]["403.forbidden.csrf_required"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.invalid_input"];
            429: components["responses"]["429.rate_limited"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Semel-Version": components["headers"]["Semel-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f",
                     *       "email": "ada@example.com",
                     *       "user_name": "Ada Lovelace"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["400.malformed_request.invalid_query.ambiguous_version.unknown_version"];
            401: components["responses"]["401.unauthenticated.second_factor_required.invalid_api_key"];
            403: components["responses"]["403.forbidden"];
            404: components["responses"]["404.not_found"];
            406: components["responses"]["406.version_not_acceptable"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
}
