import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { useField, useForm } from '@strapi/strapi/admin';
import { Box, Button, Flex, Link, Typography } from '@strapi/design-system';
import type { SettingsView } from '../../../contracts/admin/settings';
import { useTranslate } from '../hooks/use-translate';
import { apiAccountsAddress, readCredentials, type AccountCredentials } from './read-credentials';

export interface CredentialsIntakeProps {
  settings: SettingsView;
  disabled: boolean;
  children: ReactNode;
}

/**
 * Accepts the text file of an API account (dropped, chosen, or pasted into any of the fields inside) and fills the
 * fields that can be changed here. The file is read in the browser and not uploaded; only the fields show its content.
 */
export function CredentialsIntake({ settings, disabled, children }: CredentialsIntakeProps) {
  const t = useTranslate();
  const change = useForm('CredentialsIntake', ({ onChange }) => onChange);
  const { value: typedHash = '' } = useField<string>('storeHash');
  const [said, setSaid] = useState('');
  const [isOver, setIsOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);

  const fill = (found: AccountCredentials) => {
    const names = (['storeHash', 'accessToken', 'clientSecret'] as const).filter(
      (name) =>
        found[name] !== null &&
        settings.locked[name] === undefined &&
        (name === 'storeHash' || settings.canStoreSecrets),
    );
    for (const name of names) change(name, found[name]);
    const fields = names.map((name) => t(`commerce-bridge.setting.${name}.label`)).join(', ');
    setSaid(t(names.length === 0 ? 'commerce-bridge.intake.locked' : 'commerce-bridge.intake.filled', { fields }));
  };
  const take = async (file: File | undefined) => {
    const found = file === undefined || disabled ? null : readCredentials(await file.text());
    if (found === null) setSaid(t('commerce-bridge.intake.nothing'));
    else fill(found);
  };
  const paste = (event: ClipboardEvent) => {
    const found = disabled ? null : readCredentials(event.clipboardData.getData('text'));
    if (found === null) return;
    event.preventDefault();
    fill(found);
  };
  const drop = (event: DragEvent) => {
    if (!isFile(event)) return;
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <Box
      onPaste={paste}
      onDrop={drop}
      onDragOver={(event: DragEvent) => {
        if (!isFile(event)) return;
        // Otherwise, the browser would open the file in place of the page.
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
    >
      <Flex direction="column" alignItems="stretch" gap={6}>
        <Flex
          direction="column"
          alignItems="flex-start"
          gap={3}
          padding={4}
          hasRadius
          background={isOver ? 'primary100' : 'neutral100'}
          borderColor={isOver ? 'primary600' : 'neutral300'}
          borderStyle="dashed"
          borderWidth="1px"
          data-testid="commerce-bridge-intake"
        >
          <Typography textColor="neutral800">{t('commerce-bridge.intake.text')}</Typography>
          <Flex gap={4} wrap="wrap">
            <Button variant="tertiary" disabled={disabled} onClick={() => chooser.current?.click()}>
              {t('commerce-bridge.intake.choose')}
            </Button>
            <Link href={apiAccountsAddress(typedHash)} isExternal>
              {t('commerce-bridge.intake.accounts')}
            </Link>
          </Flex>
          <input
            ref={chooser}
            type="file"
            accept=".txt,text/plain"
            hidden
            disabled={disabled}
            aria-label={t('commerce-bridge.intake.choose')}
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0]);
              // So that the same file can be chosen again after it was corrected.
              currentTarget.value = '';
            }}
          />
          <Typography variant="pi" textColor="neutral800" role="status">
            {said}
          </Typography>
        </Flex>
        {children}
      </Flex>
    </Box>
  );
}

const isFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
