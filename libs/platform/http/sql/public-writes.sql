-- Counts the statements that change what the public sees, so that a process can ask whether anything has changed. Each server
-- process has its own row: writers do not wait for each other. A crash of the server empties the table; counts begin anywhere,
-- so that it does not come to look as it did before.

create or replace function note_public_write() returns trigger language plpgsql set search_path from current as $$
begin
  insert into public_writes as known (slot, count)
  select slot, 1 + (random() * 1e12)::bigint from pg_stat_get_backend_idset() as slot
   where pg_stat_get_backend_pid(slot) = pg_backend_pid()
  on conflict (slot) do update set count = known.count + 1;
  perform pg_notify('public_writes', '');
  return null;
end $$;

-- Tables whose rows the public sees, or that say what it finds. A new one of these needs the trigger as well.
create or replace trigger note_public_write after insert or update or delete or truncate on publishers
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on publisher_members
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on nodes
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on node_versions
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on app_nodes
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on node_search
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on node_search_key
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on search_head
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on search_term
for each statement execute function note_public_write();
create or replace trigger note_public_write after insert or update or delete or truncate on registry_changes
for each statement execute function note_public_write();

-- Of a user the public sees the name, which each new login may write again.
create or replace trigger note_public_write after update of name on users
for each row when (old.name is distinct from new.name) execute function note_public_write();
