"""A plugin of pytest: every client of the SDK calls the address in SLACK_API_URL, which the SDK itself cannot be told from outside."""
import os

from slack_sdk.web import async_base_client, base_client, legacy_base_client


def _moved(original):
    def init(self, *args, **kwargs):
        original(self, *args, **kwargs)
        self.base_url = os.environ["SLACK_API_URL"]

    return init


for client in (base_client.BaseClient, async_base_client.AsyncBaseClient, legacy_base_client.LegacyBaseClient):
    client.__init__ = _moved(client.__init__)
