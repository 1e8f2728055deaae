-- The cleanup finds the guests whose orders are older than the law wants them kept. A guest is as old as its order.
create index users_guests_created on users (created_at) where is_guest;
