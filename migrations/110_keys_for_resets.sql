-- Until now every API key could request password resets. Those that exist keep that right; new keys need the scope.
update api_keys set scopes = scopes || array['auth:reset'] where not 'auth:reset' = any (scopes);
