import { Button, SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { Trash2, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { Options } from '#components/form/Options.tsx';
import {
  type Branch,
  ConditionOperator,
  type DataField,
  FieldKey,
  FieldType,
  type Flow,
  type FlowStep,
} from '#contract/bots/flow';
import { fieldsOf, type StepProblem } from '#core/bots/flow/check';
import { useTexts } from '#i18n/index';
import { branchesOf, connect, optionsIn, optionsText, replaceStep, targetOf } from '../edit';
import { problemText } from '../problem-text';
import styles from './flows.module.css';

interface StepEditorProps {
  readonly flow: Flow;
  readonly step: FlowStep | undefined;
  readonly problems: readonly StepProblem[];
  readonly readOnly: boolean;
  readonly nameOf: (id: string) => string;
  readonly onSelect: (id: string) => void;
  readonly onChange: (flow: Flow, about?: string) => void;
  readonly onDelete: (id: string) => void;
}

/** Everything of the chosen step, and of all of them a list: what the canvas does by hand is done here by keyboard. */
export function StepEditor(props: StepEditorProps) {
  const { t } = useTexts();
  const { flow, step, problems, readOnly, nameOf, onSelect, onChange, onDelete } = props;
  return (
    <>
      <SelectField
        label={t('templates:flow.steps')}
        value={step?.id ?? ''}
        onChange={({ target }) => target.value !== '' && onSelect(target.value)}
      >
        <option value="">{t('templates:flow.chooseField')}</option>
        {flow.steps.map(({ id }, index) => (
          <option key={id} value={id}>
            {`${index + 1}. ${nameOf(id)}`}
          </option>
        ))}
      </SelectField>
      {!step && <p className="muted">{t('templates:flow.noStep')}</p>}
      {step && (
        <fieldset className={`framed round ${styles.editor}`} disabled={readOnly}>
          <legend>{t('templates:flow.edit')}</legend>
          {problems.map(({ problem }) => (
            <p key={problem} className={styles.stepProblem}>
              <TriangleAlert size={16} aria-hidden="true" />
              {problemText(step, problem, t)}
            </p>
          ))}
          {step.type === 'message' && <MessageFields {...props} step={step} />}
          {step.type === 'question' && <QuestionFields {...props} step={step} />}
          {step.type === 'condition' && <ConditionFields {...props} step={step} />}
          {branchesOf(step).map((branch) => (
            <Way key={branch} {...props} step={step} branch={branch} />
          ))}
          {flow.start === step.id ? (
            <p className="muted">{t('templates:flow.isStart')}</p>
          ) : (
            !readOnly && (
              <Button size="small" onClick={() => onChange({ ...flow, start: step.id })}>
                {t('templates:flow.makeStart')}
              </Button>
            )
          )}
          {!readOnly && (
            <Button size="small" onClick={() => onDelete(step.id)}>
              <Trash2 size={16} aria-hidden="true" />
              {t('templates:flow.delete')}
            </Button>
          )}
        </fieldset>
      )}
    </>
  );
}

type Fields<TYPE extends FlowStep['type']> = StepEditorProps & {
  readonly step: Extract<FlowStep, { readonly type: TYPE }>;
};

/** A step's text. Cut at its limit, as every field of the browser's own is. */
export const TEXT_LENGTH = 500;

function MessageFields({ flow, step, onChange }: Fields<'message'>) {
  const { t } = useTexts();
  return (
    <>
      <TextAreaField
        label={t('templates:flow.text')}
        descriptiveText={t('templates:flow.messageHint')}
        rows={4}
        maxLength={TEXT_LENGTH}
        value={step.text}
        onChange={({ target }) =>
          onChange(replaceStep(flow, { ...step, text: target.value }), `${step.id} text`)
        }
      />
      <Check
        label={t('templates:flow.answers')}
        checked={step.answers}
        onChange={(answers) => onChange(replaceStep(flow, { ...step, answers }))}
      />
    </>
  );
}

function QuestionFields({ flow, step, problems, onChange }: Fields<'question'>) {
  const { t } = useTexts();
  const { field } = step;
  const set = (part: Partial<DataField>, about?: string) =>
    onChange(replaceStep(flow, { ...step, field: { ...field, ...part } }), about && `${step.id} ${about}`);
  const isWrong = (wanted: StepProblem['problem']) => problems.some(({ problem }) => problem === wanted);
  const keyProblem = isWrong('key_invalid')
    ? t('templates:flow.keyWrong')
    : isWrong('key_taken') && t('templates:flow.problem.key_taken');
  const [typed, setTyped] = useState('');
  // As it is being typed, until it is not what the flow has: it was undone, or others changed it.
  const options = optionsText(field.options, typed);
  return (
    <>
      <TextAreaField
        label={t('templates:flow.questionText')}
        rows={3}
        maxLength={TEXT_LENGTH}
        value={step.text}
        onChange={({ target }) =>
          onChange(replaceStep(flow, { ...step, text: target.value }), `${step.id} text`)
        }
      />
      <SelectField
        label={t('templates:flow.fieldType')}
        value={field.type}
        onChange={({ target }) => set({ type: FieldType.parse(target.value) })}
      >
        <Options of={FieldType.options}>{(type) => t(`templates:fieldType.${type}`)}</Options>
      </SelectField>
      {(field.type === 'select' || field.type === 'multiselect') && (
        <TextAreaField
          label={t('templates:flow.options')}
          rows={4}
          value={options}
          onChange={({ target }) => {
            setTyped(target.value);
            set({ options: optionsIn(target.value) }, 'options');
          }}
        />
      )}
      {field.type === 'number' && (
        <>
          <div className={`stack snug ${styles.pair}`}>
            {(['min', 'max'] as const).map((bound) => (
              <TextField
                key={bound}
                label={t(`templates:flow.bound.${bound}`)}
                type="number"
                hasError={isWrong('no_number')}
                value={field[bound] === null ? '' : String(field[bound])}
                onChange={({ target }) => set({ [bound]: numberIn(target.value) }, bound)}
              />
            ))}
          </div>
          <Check
            label={t('templates:flow.integer')}
            checked={field.integer ?? false}
            onChange={(integer) => set({ integer })}
          />
        </>
      )}
      <TextField
        label={t('templates:flow.label')}
        descriptiveText={t('templates:flow.labelHint')}
        maxLength={80}
        value={field.label}
        onChange={({ target }) => set({ label: target.value }, 'label')}
      />
      <TextField
        label={t('templates:flow.key')}
        descriptiveText={t('templates:flow.keyHint')}
        maxLength={40}
        value={field.key}
        autoComplete="off"
        hasError={keyProblem !== false}
        errorMessage={keyProblem}
        onChange={({ target }) => set({ key: target.value }, 'key')}
      />
      <Check
        label={t('templates:flow.required')}
        checked={field.required}
        onChange={(required) => set({ required })}
      />
    </>
  );
}

function ConditionFields({ flow, step, problems, onChange }: Fields<'condition'>) {
  const { t } = useTexts();
  // What is no key yet nobody can ask for.
  const fields = fieldsOf(flow).filter(({ key }) => FieldKey.safeParse(key).success);
  const field = fields.find(({ key }) => key === step.field);
  const isChoice = field?.type === 'select' || field?.type === 'multiselect';
  const isNeverGiven = problems.some(({ problem }) => problem === 'never_given');
  const set = (part: Partial<typeof step>, about?: string) =>
    onChange(replaceStep(flow, { ...step, ...part }), about && `${step.id} ${about}`);
  return (
    <>
      <SelectField
        label={t('templates:flow.field')}
        value={step.field}
        onChange={({ target }) => set({ field: target.value })}
      >
        <option value="">{t('templates:flow.chooseField')}</option>
        {step.field !== '' && !field && <option value={step.field}>{step.field}</option>}
        <Options of={fields} value={({ key }) => key}>
          {({ key, label }) => label || key}
        </Options>
      </SelectField>
      <SelectField
        label={t('templates:flow.operator')}
        value={step.operator}
        onChange={({ target }) => set({ operator: ConditionOperator.parse(target.value) })}
      >
        <Options of={ConditionOperator.options}>
          {(operator) => t(`templates:flow.operators.${operator}`)}
        </Options>
      </SelectField>
      {step.operator !== 'filled' &&
        step.operator !== 'empty' &&
        (isChoice ? (
          <SelectField
            label={t('templates:flow.value')}
            hasError={isNeverGiven}
            value={step.value}
            onChange={({ target }) => set({ value: target.value })}
          >
            <option value="">{t('templates:flow.chooseField')}</option>
            <Options of={[...new Set([...field.options, ...(step.value === '' ? [] : [step.value])])]} />
          </SelectField>
        ) : (
          <TextField
            label={t('templates:flow.value')}
            hasError={isNeverGiven}
            maxLength={80}
            value={step.value}
            onChange={({ target }) => set({ value: target.value }, 'value')}
          />
        ))}
    </>
  );
}

/** Where a branch leads to. */
function Way({
  flow,
  step,
  branch,
  nameOf,
  onChange,
}: StepEditorProps & { readonly step: FlowStep; readonly branch: Branch }) {
  const { t } = useTexts();
  return (
    <SelectField
      label={t(`templates:flow.branch.${branch}`)}
      value={targetOf(flow, step.id, branch) ?? ''}
      onChange={({ target }) => onChange(connect(flow, step.id, branch, target.value || null))}
    >
      <option value="">{t('templates:flow.ends')}</option>
      <Options of={flow.steps.filter(({ id }) => id !== step.id)} value={({ id }) => id}>
        {({ id }) => nameOf(id)}
      </Options>
    </SelectField>
  );
}

function Check({
  label,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <label className={styles.check} htmlFor={id}>
      <input id={id} type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

function numberIn(text: string): number | null {
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? null : value;
}
