#!/bin/sh
# Calls every operation of the CRM, in order. Run it in the folder of a new service, with a receiver at port 9000.
set -e

TOKEN=$(sed -n 's/.*"accessToken": "\(.*\)".*/\1/p' data/secrets.json)
crm() {
  verb=$1 place=$2; shift 2
  curl -sS -X "$verb" "http://localhost:8080/api/v1$place" -H "api_access_token: $TOKEN" \
    -H "account-id: $ACCOUNT" -H 'content-type: application/json' "$@"; echo
}
first_id() { grep -o '"id":"[^"]*' | head -n 1 | cut -c 7-; }

ACCOUNT=
crm GET /permissions
crm POST /permissions/check -d '{"permission_key":"pipelines.create"}'
crm GET /resource_actions
crm GET /accounts
ACCOUNT=$(crm POST /accounts -d '{"name":"Acme"}' | first_id)
crm GET /accounts/$ACCOUNT
crm PATCH /accounts/$ACCOUNT -d '{"support_email":"help@example.com"}'

crm GET /roles
ROLE=$(crm POST /roles -d '{"name":"Sales","permissions":["pipelines.read"]}' | first_id)
crm PUT /roles/$ROLE/permissions -d '{"permissions":["pipelines.read","pipeline_stages.read"]}'
crm PATCH /roles/$ROLE -d '{"description":"Looks at pipelines"}'
crm GET /roles/$ROLE

PERSON=$(crm POST /users -d '{"name":"Bia","email":"bia@example.com","role":"agent"}' | first_id)
crm GET /users
crm GET /users/$PERSON
crm PATCH /users/$PERSON -d '{"availability_status":"online"}'

# A token for a program. Creation and rotation show its secret once.
ACCESS=$(crm POST /access_tokens -d '{"name":"report","scopes":["pipelines.read"]}' | first_id)
crm GET /access_tokens
crm GET /access_tokens/$ACCESS
crm PATCH /access_tokens/$ACCESS -d '{"expires_at":"2099-01-01T00:00:00Z"}'
crm POST /access_tokens/$ACCESS/rotate -d '{}'

# Davi owns another account. Bia is a person already, so she is invited; she declines, then accepts, and leaves.
as() { (TOKEN=$1 ACCOUNT=$2; shift 2; crm "$@"); }
secret() { grep -o '"token":"[^"]*' | cut -c 10-; }
SHOP=$(crm POST /accounts -d '{"name":"Shop"}' | first_id)
DAVI=$(as $TOKEN $SHOP POST /users -d '{"name":"Davi","email":"davi@example.com","role":"account_owner"}' | first_id)
DAVI=$(as $TOKEN $SHOP POST /access_tokens -d '{"name":"Davi","user_id":"'$DAVI'"}' | secret)
GIVEN=$(crm POST /access_tokens -d '{"name":"Bia","user_id":"'$PERSON'","account_id":null}')
# Only a token that its user rotated, which nobody else knows, answers invitations.
BIA=$(as $(echo "$GIVEN" | secret) $ACCOUNT POST /access_tokens/$(echo "$GIVEN" | first_id)/rotate -d '{}' | secret)

invitation_secret() { grep -o '"secret":"[^"]*' | cut -c 11-; }
invite_bia() { as $DAVI $SHOP POST /users -d '{"name":"Bia","email":"bia@example.com"}' | invitation_secret; }
look_at() { as $BIA $ACCOUNT POST /invitations/open -d '{"secret":"'$1'"}' | first_id; }
SECRET=$(invite_bia)
as $BIA $ACCOUNT POST /invitations/$(look_at $SECRET)/decline -d '{"secret":"'$SECRET'"}'
SECRET=$(invite_bia)
as $BIA $ACCOUNT POST /invitations/$(look_at $SECRET)/accept -d '{"secret":"'$SECRET'"}'
as $BIA $SHOP DELETE /memberships/me

SECRET=$(invite_bia)
LAST=$(as $DAVI $SHOP GET /accounts/$SHOP/invitations | first_id)
as $DAVI $SHOP POST /accounts/$SHOP/invitations/$LAST/renew -d '{}'
as $DAVI $SHOP DELETE /accounts/$SHOP/invitations/$LAST

HOOK=$(crm POST /webhooks -d '{"name":"app","url":"http://localhost:9000/hook"}' | first_id)

PIPELINE=$(crm POST /pipelines -d '{"pipeline":{"name":"Deals"},"stages":[{"name":"New"}]}' | first_id)
crm GET /pipelines
crm GET /pipelines/$PIPELINE
STAGES=/pipelines/$PIPELINE/pipeline_stages
NEW=$(crm GET $STAGES | first_id)
WON=$(crm POST $STAGES -d '{"pipeline_stage":{"name":"Won","stage_type":1}}' | first_id)
crm GET $STAGES/$WON
crm PATCH $STAGES/$WON -d '{"pipeline_stage":{"color":"#22C55E"}}'
crm PATCH $STAGES/reorder -d '{"stage_ids":["'$WON'","'$NEW'"]}'

# Change a record only as you saw it: otherwise 412.
ETAG=$(crm GET /pipelines/$PIPELINE -i | sed -n 's/^[Ee][Tt]ag: \(".*"\).*/\1/p')
crm PATCH /pipelines/$PIPELINE -H "if-match: $ETAG" -d '{"pipeline":{"visibility":"team"}}'

# A repeated Idempotency-Key gets the first answer again.
INBOX=$(crm POST /inboxes -H 'idempotency-key: first-inbox' -d '{"name":"Support"}' | first_id)
crm POST /inboxes -H 'idempotency-key: first-inbox' -d '{"name":"Support"}'
crm GET '/inboxes?page=1&pageSize=50'
crm GET /inboxes/$INBOX
crm PATCH /inboxes/$INBOX -d '{"name":"Help desk"}'
crm POST /inbox_members -d '{"inbox_id":"'$INBOX'","user_ids":["'$PERSON'"]}'
crm PATCH /inbox_members -d '{"inbox_id":"'$INBOX'","user_ids":["'$PERSON'"]}'
crm GET /inbox_members/$INBOX

# Values of environments, config_json.env and config_json.headers are encrypted and never shown; they do not move to another address.
SERVER=$(crm POST /mcp-servers -d '{"name":"Tickets","config_type":"sse","environments":{"API_KEY":"s3cret"}}' | first_id)
crm GET /mcp-servers
crm GET /mcp-servers/$SERVER
crm PUT /mcp-servers/$SERVER -d '{"name":"Tickets","config_type":"sse","config_json":{"url":"https://mcp.example.com/sse"}}'
crm PATCH /mcp-servers/$SERVER -d '{"description":"Open tickets"}'

crm GET /webhooks
crm GET /webhooks/$HOOK
crm PATCH /webhooks/$HOOK -d '{"events":["ALL"],"headers":{"x-app":"crm"},"retry":{"attempts":3,"delays_ms":[1000,60000]}}'
crm GET /webhooks/$HOOK/health
crm POST /webhooks/$HOOK/rotate

crm POST /webhooks/$HOOK/test -d '{"event":"pipeline_stage.created"}'
crm POST /webhooks/filter/test -d '{"filter":{"event":{"$startsWith":"pipeline_stage."}}}'
crm POST /webhooks/transform/test -d '{"transform":{"template":"slack"}}'

DELIVERY=$(crm GET "/webhooks/$HOOK/deliveries?limit=1" | first_id)
crm GET /webhooks/$HOOK/deliveries/$DELIVERY
crm POST /webhooks/$HOOK/redeliver -d '{"ids":["'$DELIVERY'"]}'

SINCE=$(crm GET /webhooks/$HOOK | sed 's/.*"created_at":"\([^"]*\)".*/\1/')
REPLAY=$(crm POST /webhooks/$HOOK/recover -d '{"since":"'$SINCE'","rate_per_second":1}' | first_id)
crm GET /webhooks/$HOOK/recoveries
for STEP in pause resume cancel; do crm POST /webhooks/$HOOK/recoveries/$REPLAY/$STEP; done
crm GET /webhooks/$HOOK/recoveries/$REPLAY

crm GET '/audit_logs?resource=pipelines&pageSize=10'

crm DELETE /inbox_members -d '{"inbox_id":"'$INBOX'","user_ids":["'$PERSON'"]}'
crm DELETE /inboxes/$INBOX
crm DELETE /mcp-servers/$SERVER
crm DELETE $STAGES/$NEW
crm DELETE /pipelines/$PIPELINE
crm DELETE /webhooks/$HOOK
crm DELETE /access_tokens/$ACCESS
crm DELETE /users/$PERSON
crm DELETE /roles/$ROLE
crm DELETE /accounts/$SHOP
crm DELETE /accounts/$ACCOUNT
