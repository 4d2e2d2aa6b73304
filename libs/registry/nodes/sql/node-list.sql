-- Counts the public list of nodes, so that its total and any page of it are found without reading the rows before. Changes since
-- the blocks were counted are rows, which no writer waits for; when there are many, the blocks are counted again. A node that
-- waits for a review, itself or with its publisher, is not in the list.

-- Only one counts at a time: its statement takes exactly the changes that its counts know.
create or replace function count_node_list(least_changes integer) returns void
language plpgsql set search_path from current as $$
begin
  if (select count(*) from (select from node_list_changes limit least_changes) as few) < least_changes
    or not pg_try_advisory_xact_lock(7236181) then return; end if;
  with taken as (delete from node_list_changes),
  listed as (
    select node.id_key, (row_number() over (order by node.id_key) - 1) / 200 as block
      from nodes node join publishers publisher on publisher.id = node.publisher_id
     where node.status = 'NodeStatusActive' and publisher.status = 'PublisherStatusActive'
       and node.review_reason is null and publisher.review_reason is null),
  counted as (
    select case when block = 0 then '' else min(id_key) end as id_key, count(*) as nodes from listed group by block),
  gone as (
    delete from node_list_blocks former
     where not exists (select from counted where counted.id_key = former.id_key))
  insert into node_list_blocks as former (id_key, nodes) select id_key, nodes from counted
  on conflict (id_key) do update set nodes = excluded.nodes where former.nodes <> excluded.nodes;
end $$;

-- The lock on a publisher keeps its ban from missing a node that is not committed yet. Many nodes at once are counted with the
-- others instead of noted one by one.
create or replace function note_added_nodes() returns trigger language plpgsql set search_path from current as $$
begin
  perform from publishers where id in (select publisher_id from added) order by id for share;
  if (select count(*) from added) >= 2000 and pg_try_advisory_xact_lock(7236181) then
    perform count_node_list(0);
    return null;
  end if;
  insert into node_list_changes (id_key, nodes)
  select added.id_key, 1 from added join publishers publisher on publisher.id = added.publisher_id
   where added.status = 'NodeStatusActive' and publisher.status = 'PublisherStatusActive'
     and added.review_reason is null and publisher.review_reason is null;
  perform count_node_list(2000);
  return null;
end $$;

create or replace function note_changed_node() returns trigger language plpgsql set search_path from current as $$
begin
  perform from publishers where id in (old.publisher_id, new.publisher_id) order by id for share;
  insert into node_list_changes (id_key, nodes)
  select changed.id_key, changed.nodes
    from (values (old.id_key, old.publisher_id, old.status, old.review_reason, -1),
                 (new.id_key, new.publisher_id, new.status, new.review_reason, 1))
      as changed (id_key, publisher_id, status, review_reason, nodes)
    join publishers publisher on publisher.id = changed.publisher_id
   where changed.status = 'NodeStatusActive' and publisher.status = 'PublisherStatusActive'
     and changed.review_reason is null and publisher.review_reason is null;
  perform count_node_list(2000);
  return null;
end $$;

create or replace function note_publisher_status() returns trigger language plpgsql set search_path from current as $$
begin
  insert into node_list_changes (id_key, nodes)
  select id_key, case when new.status = 'PublisherStatusActive' and new.review_reason is null then 1 else -1 end
    from nodes where publisher_id = new.id and status = 'NodeStatusActive' and review_reason is null;
  perform count_node_list(2000);
  return null;
end $$;

create or replace trigger note_added_nodes after insert on nodes
  referencing new table as added for each statement execute function note_added_nodes();
create or replace trigger note_changed_node after update of status, publisher_id, id_key, review_reason on nodes for each row
  when ((old.status, old.publisher_id, old.id_key, old.review_reason is null)
    is distinct from (new.status, new.publisher_id, new.id_key, new.review_reason is null))
  execute function note_changed_node();
create or replace trigger note_removed_node after delete on nodes for each row execute function note_changed_node();
create or replace trigger note_publisher_status after update of status, review_reason on publishers for each row
  when ((old.status = 'PublisherStatusActive' and old.review_reason is null)
    <> (new.status = 'PublisherStatusActive' and new.review_reason is null))
  execute function note_publisher_status();

-- The nodes that were there before.
select count_node_list(0);
