import type { Core } from '@strapi/strapi';
import type { z } from 'zod';
import { type Container, containerOf } from '../container';
import { CommerceBridgeError, describeError } from '../lib/errors';
import { permission, type PermissionName } from '../permissions';
import { hasOnePermission } from '../policies/has-one-permission';

type ObjectSchema = z.ZodObject<z.ZodRawShape>;

/** A permission of Strapi's; `subject` is a content type's name. */
interface Policy {
  action: string;
  subject?: string;
}

export interface ToolDefinition<Input extends ObjectSchema, Output extends ObjectSchema> {
  name: `commerce_${string}`;
  title: string;
  /** For the assistant: what it does, when to use it, and what the result means. */
  description: string;
  /** The permissions that the equivalent button requires; one of these is enough. */
  policies: [Policy, ...Policy[]];
  input: Input;
  output: Output;
  /**
   * @param call.may whether the token's owner has another permission, too
   * @throws ToolRefusal, CommerceBridgeError; the assistant sees their messages
   */
  run(call: {
    container: Container;
    args: z.infer<Input>;
    may: (permission: PermissionName) => boolean;
  }): Promise<z.infer<Output>>;
}

/** A tool that Strapi's MCP server can offer. */
export interface AssistantTool {
  readonly name: string;
  register(strapi: Core.Strapi): void;
}

/** Why a tool did not do what was requested, in words for the assistant. */
export class ToolRefusal extends Error {}

/** Makes a tool from its definition, to be registered with Strapi's MCP server. */
export function assistantTool<Input extends ObjectSchema, Output extends ObjectSchema>(
  definition: ToolDefinition<Input, Output>,
): AssistantTool {
  const { name, title, description, policies, input, output } = definition;
  return {
    name,
    register(strapi) {
      strapi.ai.mcp.registerTool<string, ObjectSchema, string, string, ObjectSchema>({
        name,
        title,
        description,
        auth: { policies },
        resolveInputSchema: () => input,
        resolveOutputSchema: () => output,
        createHandler:
          (_strapi, { userAbility }) =>
          async ({ args }) => {
            const container = containerOf(strapi);
            const mayAny = (actions: readonly Policy[]) => hasOnePermission({ state: { userAbility } }, { actions });
            const may = (wanted: PermissionName) => mayAny([{ action: permission(wanted) }]);
            try {
              // Strapi also offers a tool for permissions with conditions.
              if (!mayAny(policies)) throw new ToolRefusal(onlyWithConditions);
              const result = output.parse(await definition.run({ container, args: input.parse(args), may }));
              return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
            } catch (error) {
              return { content: [{ type: 'text', text: wordsFor(error, container) }], isError: true };
            }
          },
      });
    },
  };
}

const onlyWithConditions =
  'The permission for this tool has a condition, such as "is creator". Cached records have no creator, so it has to be given without one.';

/** What an assistant sees of an error: if it is not ours, only that it occurred, since its message may be sensitive. */
function wordsFor(error: unknown, { logger }: Pick<Container, 'logger'>): string {
  if (error instanceof ToolRefusal) return error.message;
  if (error instanceof CommerceBridgeError)
    return `${error.message} ${JSON.stringify({ code: error.code, ...error.data })}`;
  logger.error('a tool for assistants failed', { error: describeError(error) });
  return 'This failed unexpectedly. See the log of the site.';
}
