import type { StrapiApp } from '@strapi/strapi/admin';
import { entityOfModel } from './record-models';

/** An action of the Content Manager: a hook that describes a button, with its properties. */
interface Action {
  (props: { model: string }): unknown;
  type?: string;
}
type ChangeActions = (change: (actions: Action[]) => Action[]) => void;

const leftOut = new Set(['clone', 'delete']);

/** Removes *Duplicate* and *Delete* from cached records: Strapi would show them although nobody may use them. */
export function leaveOutActions(app: StrapiApp): void {
  const apis: object = app.getPlugin('content-manager').apis;
  if ('addDocumentAction' in apis && isChangeActions(apis.addDocumentAction))
    apis.addDocumentAction((actions) =>
      actions.map((action) => (leftOut.has(action.type ?? '') ? exceptForOurs(action) : action)),
    );
}

function exceptForOurs(action: Action): Action {
  const describe = (props: { model: string }) => {
    // A React hook, so it must be called every time.
    const described = action(props);
    return entityOfModel(props.model) === null ? described : null;
  };
  return Object.assign(describe, action);
}

function isChangeActions(value: unknown): value is ChangeActions {
  return typeof value === 'function';
}
