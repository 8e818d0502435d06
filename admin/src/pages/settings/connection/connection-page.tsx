import { Page } from '@strapi/strapi/admin';
import { LoadedSettings } from '../../../components/settings-form/loaded-settings';
import { permissions } from '../../../permissions';
import { ConnectionEditor } from './connection-editor';

/** Settings → Commerce Bridge → Connection. */
export function ConnectionPage() {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedSettings>{(loaded) => <ConnectionEditor {...loaded} />}</LoadedSettings>
    </Page.Protect>
  );
}
