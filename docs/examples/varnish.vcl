vcl 4.1;

import std;
import xkey;

# The site.
backend default {
  .host = "127.0.0.1";
  .port = "1337";
  .probe = {
    .url = "/_health";
    .expected_response = 204;
    .interval = 2s;
  }
}

# Who can purge: the site's instances.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE" || req.method == "BAN") {
    if (client.ip !~ purgers) {
      return (synth(403, "Forbidden"));
    }
    if (req.http.xkey-softpurge) {
      set req.http.n-gone = xkey.softpurge(req.http.xkey-softpurge);
    } else if (req.http.xkey) {
      set req.http.n-gone = xkey.purge(req.http.xkey);
    } else {
      return (synth(400, "The header xkey or xkey-softpurge is missing"));
    }
    return (synth(200, "Purged " + req.http.n-gone));
  }

  # Only what is public and the same for everyone.
  if ((req.method != "GET" && req.method != "HEAD") || req.url !~ "^/api/commerce-bridge/v1/") {
    return (pass);
  }
  unset req.http.Cookie;

  # While the site works, what was purged softly is fetched again before it is served; while it doesn't, it is served as it is.
  if (req.restarts == 0) {
    unset req.http.X-Stale;
  }
  if (req.http.X-Stale) {
    set req.grace = 1d;
  } else if (std.healthy(req.backend_hint)) {
    set req.grace = 0s;
  }
  return (hash);
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  if (beresp.status >= 500) {
    # A response that is accepted, even one that is not to be cached, replaces the older page.
    if (bereq.is_bgfetch || !bereq.http.X-Stale) {
      return (abandon);
    }
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    return (deliver);
  }
  # The names in Surrogate-Key, unless the setting surrogateHeaders has xkey.
  if (!beresp.http.xkey && beresp.http.Surrogate-Key) {
    set beresp.http.xkey = beresp.http.Surrogate-Key;
  }
  # Here until it is purged; browsers follow the Cache-Control header. So does Varnish where there is nothing to purge it by
  # (the API's description changes with the plugin, not with the catalog), with redirects, and with what says private or no-store.
  if (beresp.status == 200 && beresp.http.xkey && beresp.http.xkey != "contract" && beresp.http.Cache-Control !~ "(?i)private|no-store") {
    set beresp.ttl = 1d;
    set beresp.grace = 1d;
  }
}

sub vcl_deliver {
  # The site has just gone down: better an older page than an error.
  if (resp.status >= 500 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD") && req.url ~ "^/api/commerce-bridge/v1/") {
    set req.http.X-Stale = "1";
    return (restart);
  }
  # What is kept until it is purged is fresh, however long it has been here; browsers would take it for old.
  if (resp.http.xkey && resp.status == 200 && obj.ttl > 0s) {
    unset resp.http.Age;
  }
  unset resp.http.xkey;
}

sub vcl_synth {
  # The site failed, and its response was abandoned: the older page, or else that response.
  if (resp.status == 503 && req.restarts == 0) {
    set req.http.X-Stale = "1";
    return (restart);
  }
}
