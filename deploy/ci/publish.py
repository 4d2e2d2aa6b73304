#!/usr/bin/env python3
"""Publishes a package from a CI job, without a stored secret. Needs Python 3.11 and git, and nothing else.

The job's OIDC token is exchanged for one that publishes this node alone. The files that git tracks are packed, but for those that
.comfyignore or .appignore name. pyproject.toml says what the package is: https://docs.comfy.org/registry/specifications, read
2026-11-28.

Environment: ATELIER_URL (required), ATELIER_FOLDER, ATELIER_CHANGELOG, ATELIER_WAIT_MINUTES, and in GitLab ATELIER_ID_TOKEN.
"""

import base64
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request
import zipfile

ATTEMPTS = 4
TIMEOUT_SECONDS = 60
POLL_SECONDS = 2
IGNORE_FILES = [".comfyignore", ".appignore"]


class Failure(Exception):
    """Ends the job with a sentence."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token must not follow to another address."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirects)


def call(method, url, body=None, token=None, headers=None):
    """Sends a request, again when the service is away. Returns the JSON of the reply."""
    headers = {"Accept": "application/json", "User-Agent": "atelier-publish", **(headers or {})}
    if isinstance(body, dict):
        body, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
    if token:
        headers["Authorization"] = f"Bearer {token}"
    for attempt in range(1, ATTEMPTS + 1):
        try:
            request = urllib.request.Request(url, data=body, method=method, headers=headers)
            with OPENER.open(request, timeout=TIMEOUT_SECONDS) as reply:
                return json.loads(reply.read() or b"{}")
        except urllib.error.HTTPError as error:
            problem, passes = said_by(error), error.code >= 500 or error.code == 429
        except OSError as error:
            problem, passes = f"{urllib.parse.urlsplit(url).netloc} was not reached: {error}", True
        if not passes or attempt == ATTEMPTS:
            raise Failure(problem)
        time.sleep(2**attempt)


def said_by(error):
    try:
        reply = json.loads(error.read())
        return f"{reply['message']} ({reply['error']})"
    except (ValueError, KeyError, TypeError):
        return f"{urllib.parse.urlsplit(error.url).netloc} answered with status {error.code}."


def read_project(folder):
    try:
        document = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise Failure(f"{folder}/pyproject.toml cannot be read: {error}") from error
    project = document.get("project", {})
    tools = document.get("tool", {})
    tool = {**tools.get("comfy", {}), **tools.get("app", {})}
    for field in ("name", "version"):
        if not isinstance(project.get(field), str):
            raise Failure(f"pyproject.toml: [project] must have a `{field}`, as a text.")
    dependencies = project.get("dependencies", [])
    supports = given(
        supported_os=after("Operating System :: ", project.get("classifiers", [])),
        supported_accelerators=after("Environment :: ", project.get("classifiers", [])),
        supported_app_version=tool.get("requires-app") or tool.get("requires-comfyui"),
        supported_app_frontend_version=frontend_of(dependencies),
    )
    license_ = project.get("license")
    if isinstance(license_, dict):
        license_ = license_.get("text") or license_.get("file")
    urls = project.get("urls", {})
    node = given(
        name=tool.get("DisplayName"),
        description=project.get("description"),
        icon=tool.get("Icon"),
        banner_url=tool.get("Banner"),
        license=license_,
        repository=urls.get("Repository") or urls.get("repository"),
        tags=project.get("keywords"),
        **supports,
    )
    version = given(
        version=project["version"],
        dependencies=dependencies,
        changelog=os.environ.get("ATELIER_CHANGELOG"),
        **supports,
    )
    return project["name"], node, version


def given(**fields):
    return {name: value for name, value in fields.items() if value}


def after(prefix, classifiers):
    return [one[len(prefix) :] for one in classifiers if one.startswith(prefix)]


def frontend_of(dependencies):
    for one in dependencies:
        if re.match(r"(comfyui|app)-frontend-package\b", one):
            return re.sub(r"^[\w-]+", "", one).strip()
    return None


def files_of(folder):
    """What git tracks, sorted, without links and without what an ignore file of the package names."""

    def git(*parameters):
        command = ["git", "-c", "safe.directory=*", "-C", str(folder), "ls-files", "-z", *parameters]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode != 0:
            raise Failure(f"git lists no files: {done.stderr.decode(errors='replace').strip()}")
        return {name for name in done.stdout.decode().split("\0") if name}

    names = git("--cached")
    for ignored in IGNORE_FILES:
        if (folder / ignored).is_file():
            names -= git("--cached", "--ignored", f"--exclude-from={(folder / ignored).resolve()}")
    return sorted(name for name in names if (folder / name).is_file() and not (folder / name).is_symlink())


def pack(folder, target):
    """The same files make the same bytes."""
    names = files_of(folder)
    if not names:
        raise Failure(f"git tracks no files in {folder}.")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, (folder / name).read_bytes())
    return len(names)


def identity_token(audience):
    """Of GitLab the job has it; GitHub and Forgejo give it when asked."""
    own = os.environ.get("ATELIER_ID_TOKEN")
    if own:
        return own
    address, secret = (os.environ.get(f"ACTIONS_ID_TOKEN_REQUEST_{name}") for name in ("URL", "TOKEN"))
    if not address or not secret:
        raise Failure("The job has no OIDC token. In GitHub it needs `permissions: id-token: write`, in GitLab `id_tokens`.")
    separator = "&" if "?" in address else "?"
    asked = f"{address}{separator}audience={urllib.parse.quote(audience, safe='')}"
    return call("GET", asked, headers={"Authorization": f"bearer {secret}"})["value"]


def service_url():
    url = os.environ.get("ATELIER_URL", "").rstrip("/")
    parts = urllib.parse.urlsplit(url)
    if parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1"):
        raise Failure("ATELIER_URL must be the https address of the service.")
    return url


def publish():
    url = service_url()
    folder = pathlib.Path(os.environ.get("ATELIER_FOLDER") or ".")
    name, node, version = read_project(folder)
    with tempfile.TemporaryDirectory() as draft:
        archive = pathlib.Path(draft, "archive.zip")
        print(f"Packed {pack(folder, archive)} files, {archive.stat().st_size} bytes.", flush=True)
        given_ = call("POST", f"{url}/oidc/exchange", {"token": identity_token(url), "node_id": name})
        token, node_id = given_["token"], given_["node_id"]
        if os.environ.get("GITHUB_ACTIONS"):
            print(f"::add-mask::{token}", flush=True)
        target = f"{url}/publishers/{given_['publisher_id']}/nodes/{node_id}/versions"
        announced = call("POST", target, {"node": node, "node_version": version}, token)
        content = archive.read_bytes()
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        headers = {"Content-Type": "application/zip", "Content-Digest": f"sha-256=:{digest}:"}
        call("PUT", announced["signedUrl"], content, headers=headers)
    number = announced["node_version"]["version"]
    page = f"{url}/console/registry/nodes/{node_id}/versions/{number}"
    print(f"Sent {node_id} {number}, SHA-256 {hashlib.sha256(content).hexdigest()}.\nReport: {page}", flush=True)
    return wait(url, token, node_id, number), node_id, number, page


def wait(url, token, node_id, number):
    """The version after its check. The token ends after 15 minutes, and so does the wait."""
    until = time.monotonic() + 60 * float(os.environ.get("ATELIER_WAIT_MINUTES") or 10)
    while True:
        version = call("GET", f"{url}/nodes/{node_id}/versions/{number}", token=token)
        if version["status"] != "NodeVersionStatusPending" or time.monotonic() > until:
            return version
        time.sleep(POLL_SECONDS)


def tell(version, node_id, number, page):
    status = version["status"].removeprefix("NodeVersionStatus").lower()
    reason = version.get("status_reason") or ""
    for variable, text in (
        ("GITHUB_OUTPUT", f"version={number}\nstatus={status}\nurl={page}\n"),
        ("GITHUB_STEP_SUMMARY", f"[{node_id} {number}]({page}) is {status}.\n"),
    ):
        if os.environ.get(variable):
            with open(os.environ[variable], "a", encoding="utf-8") as file:
                file.write(text)
    print(f"{node_id} {number} is {status}. {reason}".strip())
    if version.get("archive_refusal"):
        raise Failure(f"The check refused the archive ({version['archive_refusal']}). The number is still free.")
    if status == "flagged":
        print("It waits for a reviewer.")
    elif status not in ("active", "pending"):
        raise Failure(f"The version is {status}.")


if __name__ == "__main__":
    try:
        tell(*publish())
    except Failure as failure:
        print(f"{'::error::' if os.environ.get('GITHUB_ACTIONS') else 'error: '}{failure}", file=sys.stderr)
        sys.exit(1)
